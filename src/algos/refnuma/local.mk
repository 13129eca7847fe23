# refnuma: what this folder adds to the build.
include_HEADERS += %D%/refnuma.h
pkgconfig_DATA += %D%/refnuma.pc

# All of it; tests have the internals in reach.
noinst_LTLIBRARIES += librefnuma-core.la
librefnuma_core_la_SOURCES = \
	%D%/extents.c %D%/extents.h \
	%D%/grow.h \
	%D%/layout.c %D%/layout.h \
	%D%/legal.c %D%/legal.h \
	%D%/options.c %D%/options.def \
	%D%/runs.c %D%/runs.h \
	%D%/runs_message.c
librefnuma_core_la_LIBADD = libalgos.la

UNIT_TESTS += \
	%D%/test/test_extents \
	%D%/test/test_layout \
	%D%/test/test_legal \
	%D%/test/test_options \
	%D%/test/test_runs \
	%D%/test/test_runs_message
%C%_test_test_extents_SOURCES = %D%/test/test_extents.c %D%/test/random.h
%C%_test_test_extents_LDADD = librefnuma-core.la $(CMOCKA_LIBS)
%C%_test_test_layout_SOURCES = %D%/test/test_layout.c %D%/test/random.h
%C%_test_test_layout_LDADD = librefnuma-core.la $(CMOCKA_LIBS)
%C%_test_test_legal_LDADD = librefnuma-core.la $(CMOCKA_LIBS)
%C%_test_test_options_LDADD = librefnuma-core.la $(CMOCKA_LIBS)
%C%_test_test_runs_SOURCES = %D%/test/test_runs.c %D%/test/random.h
%C%_test_test_runs_LDADD = librefnuma-core.la $(CMOCKA_LIBS)
%C%_test_test_runs_message_SOURCES = \
	%D%/test/test_runs_message.c %D%/test/random.h
%C%_test_test_runs_message_LDADD = librefnuma-core.la $(CMOCKA_LIBS)

# What opens pages that are touched, and sees which are written.
librefnuma_core_la_SOURCES += \
	%D%/guard.c %D%/guard.h \
	%D%/handler.c %D%/handler.h \
	%D%/mirror.c %D%/mirror.h \
	%D%/opening.c %D%/opening.h \
	%D%/protect.c \
	%D%/registry.c %D%/registry.h \
	%D%/uffd.c %D%/uffd.h %D%/uffd_linux.h \
	%D%/uffd_guard.c \
	%D%/watch.c %D%/watch.h

UNIT_TESTS += \
	%D%/test/test_mirror
%C%_test_test_mirror_SOURCES = %D%/test/test_mirror.c \
	%D%/test/mirrors.c %D%/test/mirrors.h
%C%_test_test_mirror_LDADD = librefnuma-core.la $(CMOCKA_LIBS)

# Cases for one process, some of which end it by a signal.
check_PROGRAMS += %D%/test/faults
%C%_test_faults_SOURCES = %D%/test/faults.c %D%/test/faults.h \
	%D%/test/faults_memory.c \
	%D%/test/mirrors.c %D%/test/mirrors.h
%C%_test_faults_LDADD = librefnuma-core.la
LIGHT_TESTS += %D%/test/mirror.bats
ONCE_TESTS += %D%/test/mirror.bats %D%/test/test_mirror

# The same code in a library that is loaded and unloaded.
if PRELOAD
check_LTLIBRARIES += %D%/test/plugin.la
check_PROGRAMS += %D%/test/loaded
endif
%C%_test_plugin_la_SOURCES = %D%/test/plugin.c %D%/test/plugin.h \
	%D%/test/mirrors.c %D%/test/mirrors.h
# objects of its own: mirrors.c is in programs too
%C%_test_plugin_la_CFLAGS = $(AM_CFLAGS)
%C%_test_plugin_la_LIBADD = librefnuma-core.la
%C%_test_plugin_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version \
	-rpath /nowhere
%C%_test_loaded_SOURCES = %D%/test/loaded.c %D%/test/plugin.h
%C%_test_loaded_LDADD = -ldl

# Pages from other ranks.
librefnuma_core_la_SOURCES += %D%/remote.c %D%/source.c %D%/source.h
check_PROGRAMS += %D%/test/delivery_mpi
%C%_test_delivery_mpi_SOURCES = %D%/test/delivery_mpi.c \
	src/algos/shmbcast/test/expect.c
%C%_test_delivery_mpi_LDADD = librefnuma-core.la
BATS_TESTS += %D%/test/delivery.bats

# Which way written pages are found.
librefnuma_core_la_SOURCES += %D%/costs.c %D%/detect.c %D%/detect.h
UNIT_TESTS += %D%/test/test_detect
%C%_test_test_detect_LDADD = librefnuma-core.la $(CMOCKA_LIBS)
