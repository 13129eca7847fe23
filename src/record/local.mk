# record: what becomes of the files that -o names.
noinst_LIBRARIES += librecord.a
librecord_a_SOURCES = \
	src/record/sink.c src/record/sink.h
