# algos: what the libraries of algorithms share.
noinst_LTLIBRARIES += libalgos.la
libalgos_la_SOURCES = \
	%D%/param.c %D%/param.h \
	%D%/type.c %D%/type.h
