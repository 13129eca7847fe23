# lib: numbers, names, parameters; knows nothing of the program.
noinst_LIBRARIES += libutil.a
libutil_a_SOURCES = \
	src/lib/names.c src/lib/names.h \
	src/lib/number.c src/lib/number.h \
	src/lib/params.c src/lib/params.h \
	src/lib/populate.c src/lib/populate.h \
	src/lib/quote.c src/lib/quote.h \
	src/lib/xmalloc.c src/lib/xmalloc.h

UNIT_TESTS += src/lib/test/test_number src/lib/test/test_populate \
	src/lib/test/test_text
