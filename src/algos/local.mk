# algos: code shared by the libraries of algorithms.
noinst_LTLIBRARIES += libalgos.la
libalgos_la_SOURCES = \
	%D%/gpu.c %D%/gpu.h \
	%D%/param.c %D%/param.h \
	%D%/type.c %D%/type.h

# Sources shared by the MPI test programs of these libraries.
mpi_cases = \
	%D%/test/cases.c %D%/test/cases.h \
	%D%/test/expect.c %D%/test/expect.h
EXTRA_DIST += %D%/test/preload.bash
