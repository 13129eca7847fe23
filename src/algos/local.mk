# algos: code that the libraries of algorithms share.
noinst_LTLIBRARIES += libalgos.la
libalgos_la_SOURCES = \
	%D%/gpu.c %D%/gpu.h \
	%D%/param.c %D%/param.h \
	%D%/type.c %D%/type.h

# Sources that the MPI test programs of these libraries share.
mpi_cases = \
	%D%/test/cases.c %D%/test/cases.h \
	%D%/test/expect.c %D%/test/expect.h
EXTRA_DIST += %D%/test/preload.bash
