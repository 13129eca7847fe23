# microshmem: libraries and programs built from this folder.
include_HEADERS += %D%/microshmem.h
pkgconfig_DATA += %D%/microshmem.pc
dist_man_MANS += doc/microshmem.3

lib_LTLIBRARIES += libmicroshmem.la
libmicroshmem_la_SOURCES = \
	%D%/exchange.c \
	%D%/microshmem.c %D%/unread.h %D%/world.c %D%/world.h
libmicroshmem_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^microshmem_' $(LIBRARY_RELEASE)

# Test cases that run on all ranks of an MPI program.
check_PROGRAMS += %D%/test/microshmem_mpi
%C%_test_microshmem_mpi_SOURCES = \
	%D%/test/exchanges.c \
	%D%/test/microshmem_mpi.c %D%/test/microshmem_mpi.h \
	%D%/test/puts.c \
	$(mpi_cases)
%C%_test_microshmem_mpi_LDADD = libmicroshmem.la
LIGHT_TESTS += %D%/test/microshmem.bats

# The same cases with messages split into parts of three words.
check_PROGRAMS += %D%/test/microshmem_parts
%C%_test_microshmem_parts_SOURCES = \
	$(%C%_test_microshmem_mpi_SOURCES) \
	%D%/exchange.c %D%/microshmem.c %D%/world.c
%C%_test_microshmem_parts_CPPFLAGS = $(AM_CPPFLAGS) -DMICROSHMEM_PART=3

LIGHT_TESTS += %D%/test/alone.bats
ONCE_TESTS += %D%/test/alone.bats
EXTRA_DIST += %D%/test/alone.c
