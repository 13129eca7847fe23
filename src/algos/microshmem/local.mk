# microshmem: what this folder adds to the build.
include_HEADERS += %D%/microshmem.h
pkgconfig_DATA += %D%/microshmem.pc

lib_LTLIBRARIES += libmicroshmem.la
libmicroshmem_la_SOURCES = %D%/microshmem.c
libmicroshmem_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^microshmem_'

