# refnuma: libraries and programs built from this folder.
include_HEADERS += %D%/refnuma.h
pkgconfig_DATA += %D%/refnuma.pc
dist_man_MANS += doc/refnuma.3

lib_LTLIBRARIES += librefnuma.la
librefnuma_la_SOURCES =
librefnuma_la_LIBADD = librefnuma-core.la libmicroshmem.la
# The library must never be unloaded: if the program has installed a signal
# handler over the library's, that one may call the library's at any time.
librefnuma_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^refnuma_' -Wl,-z,nodelete $(LIBRARY_RELEASE)

# A static library of all files, so that tests can call internal functions.
noinst_LTLIBRARIES += librefnuma-core.la
librefnuma_core_la_SOURCES = \
	%D%/array.c %D%/array.h \
	%D%/barrier.c \
	%D%/context.c %D%/context.h \
	%D%/detect.c \
	%D%/diff.c \
	%D%/extents.c %D%/extents.h \
	%D%/failure.c \
	%D%/fault.c %D%/fault.h %D%/guard.c %D%/handler.c \
	%D%/file.c \
	%D%/layout.c %D%/layout.h \
	%D%/message.c \
	%D%/mirror.c %D%/mirror.h \
	%D%/options.c %D%/options.def \
	%D%/place.c \
	%D%/races.c \
	%D%/remote.c %D%/source.c \
	%D%/runs.c %D%/runs.h \
	%D%/uffd.c %D%/uffd.h \
	%D%/update.c
librefnuma_core_la_LIBADD = libalgos.la

UNIT_TESTS += %D%/test/test_refnuma
ONCE_TESTS += %D%/test/test_refnuma
%C%_test_test_refnuma_SOURCES = $(unit) \
	%D%/test/mirror_asserts.h \
	%D%/test/mirrors.h \
	%D%/test/random.h \
	%D%/test/test_detect.c \
	%D%/test/test_extents.c \
	%D%/test/test_layout.c \
	%D%/test/test_mirror.c \
	%D%/test/test_mirror_threads.c \
	%D%/test/test_options.c \
	%D%/test/test_races.c
%C%_test_test_refnuma_LDADD = librefnuma-core.la libmicroshmem.la $(CMOCKA_LIBS)

check_PROGRAMS += %D%/test/refnuma_mpi
%C%_test_refnuma_mpi_SOURCES = \
	%D%/test/mpi_failures.c \
	%D%/test/mpi_files.c \
	%D%/test/mpi_life.c \
	%D%/test/mpi_memory.c \
	%D%/test/mpi_races.c \
	%D%/test/mpi_remote.c \
	%D%/test/mpi_traffic.c \
	%D%/test/oracle.c %D%/test/oracle.h \
	%D%/test/random.h \
	%D%/test/shadow.c \
	%D%/test/shadow_check.c \
	%D%/test/refnuma_mpi.c %D%/test/refnuma_mpi.h \
	$(mpi_cases)
%C%_test_refnuma_mpi_LDADD = librefnuma-core.la libmicroshmem.la
%C%_test_refnuma_mpi_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=microshmem_post
LIGHT_TESTS += %D%/test/refnuma.bats

# Test cases of a single process. Some of them must end by a signal.
check_PROGRAMS += %D%/test/faults
ONCE_BUILT += %D%/test/faults
%C%_test_faults_SOURCES = %D%/test/faults.c \
	%D%/test/mirrors.h
%C%_test_faults_LDADD = librefnuma-core.la
LIGHT_TESTS += %D%/test/mirror.bats
ONCE_TESTS += %D%/test/mirror.bats
