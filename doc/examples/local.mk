# examples: programs that use the libraries, installed as sources.
examplesdir = $(docdir)/examples
dist_examples_DATA = %D%/Makefile %D%/advise.c %D%/halo.c \
	%D%/bfs.c %D%/bfs-mpi.c %D%/delivery.c %D%/delivery-mpi.c \
	%D%/example.h %D%/example-mpi.h %D%/example-refnuma.h %D%/graph.h \
	%D%/histogram.c %D%/histogram-add.c %D%/histogram-mpi.c %D%/histogram.h \
	%D%/jacobi.c %D%/jacobi-mpi.c %D%/measure.c
dist_examples_SCRIPTS = %D%/compare

# Programs whose advice is known (tests/advise.bats).
check_PROGRAMS += %D%/advise
%C%_advise_SOURCES = %D%/advise.c
%C%_advise_LDADD =
