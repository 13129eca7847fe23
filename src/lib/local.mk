# lib: what this folder adds to the build.
noinst_LIBRARIES += libutil.a
libutil_a_CFLAGS = $(AM_CFLAGS)
libutil_a_SOURCES = \
	src/lib/names.c src/lib/names.h \
	src/lib/number.c src/lib/number.h \
	src/lib/params.c src/lib/params.h \
	src/lib/quote.c src/lib/quote.h \
	src/lib/xmalloc.c src/lib/xmalloc.h

if HAVE_CMOCKA
LIB_TESTS = src/lib/test/test_number src/lib/test/test_text
check_PROGRAMS += $(LIB_TESTS)
TESTS += $(LIB_TESTS)
src_lib_test_test_number_SOURCES = src/lib/test/test_number.c
src_lib_test_test_number_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
src_lib_test_test_number_LDADD = libutil.a $(CMOCKA_LIBS)
src_lib_test_test_text_SOURCES = src/lib/test/test_text.c
src_lib_test_test_text_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
src_lib_test_test_text_LDADD = libutil.a $(CMOCKA_LIBS)
endif
