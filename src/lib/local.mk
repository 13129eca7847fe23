# lib: numbers, names, parameters, options; independent of the programs.
noinst_LIBRARIES += libutil.a
libutil_a_SOURCES = \
	src/lib/c_locale.h \
	src/lib/digest.h \
	src/lib/file.h \
	src/lib/json.c src/lib/json.h \
	src/lib/markdown.c src/lib/markdown.h \
	src/lib/names.c src/lib/names.h \
	src/lib/now.h \
	src/lib/number.c src/lib/number.h \
	src/lib/option_rows.c src/lib/option_rows.h \
	src/lib/params.c src/lib/params.h \
	src/lib/populate.h \
	src/lib/quote.c src/lib/quote.h \
	src/lib/refuse.c \
	src/lib/utf8.h \
	src/lib/xmalloc.c src/lib/xmalloc.h

# Sources shared by all programs of unit tests.
unit = src/lib/test/unit.c src/lib/test/unit.h \
	src/lib/test/golden.c src/lib/test/golden.h
EXTRA_DIST += src/lib/test/numbers.txt src/lib/test/option_rows.txt
UNIT_TESTS += src/lib/test/test_lib
ONCE_TESTS += src/lib/test/test_lib
src_lib_test_test_lib_SOURCES = $(unit) \
	src/lib/test/test_digest.c \
	src/lib/test/test_memory.c \
	src/lib/test/test_number.c \
	src/lib/test/test_option_rows.c \
	src/lib/test/test_text.c
