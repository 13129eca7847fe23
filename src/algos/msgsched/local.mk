# msgsched: what this folder adds to the build.
include_HEADERS += %D%/msgsched.h
pkgconfig_DATA += %D%/msgsched.pc

lib_LTLIBRARIES += libmsgsched.la
libmsgsched_la_SOURCES =
libmsgsched_la_LIBADD = libmsgsched-core.la
libmsgsched_la_LDFLAGS = $(AM_LDFLAGS) -version-info 0:0:0 \
	-export-symbols-regex '^msgsched_'

# All of it; tests have the internals in reach.
noinst_LTLIBRARIES += libmsgsched-core.la
libmsgsched_core_la_SOURCES = \
	%D%/arrange.c %D%/arrange.h \
	%D%/compare.c \
	%D%/cut.c %D%/cut.h \
	%D%/options.c %D%/options.def \
	%D%/options_check.c \
	%D%/schedule.c \
	%D%/sort.h \
	%D%/turns.c \
	%D%/way.c %D%/way.h
libmsgsched_core_la_LIBADD = libalgos.la -lm

UNIT_TESTS += \
	%D%/test/test_arrange \
	%D%/test/test_compare \
	%D%/test/test_cut \
	%D%/test/test_options \
	%D%/test/test_options_check
msgsched_sets = %D%/test/sets.c %D%/test/sets.h
%C%_test_test_arrange_SOURCES = %D%/test/test_arrange.c $(msgsched_sets)
%C%_test_test_arrange_LDADD = libmsgsched-core.la $(CMOCKA_LIBS)
%C%_test_test_compare_SOURCES = %D%/test/test_compare.c $(msgsched_sets)
%C%_test_test_compare_LDADD = libmsgsched-core.la $(CMOCKA_LIBS)
%C%_test_test_cut_LDADD = libmsgsched-core.la $(CMOCKA_LIBS) -lm
%C%_test_test_options_LDADD = libmsgsched-core.la $(CMOCKA_LIBS)
%C%_test_test_options_check_LDADD = libmsgsched-core.la $(CMOCKA_LIBS)
