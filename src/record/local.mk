# record: fields of records: written, read, checked, as CSV; and output files of
# -o.
noinst_LIBRARIES += librecord.a
librecord_a_SOURCES = \
	src/record/command.c src/record/command.h \
	src/record/csv_rows.c src/record/csv_rows.h \
	src/record/fields.c src/record/fields_value.c src/record/fields.h \
	src/record/full.c src/record/full.h \
	src/record/gauges.c src/record/gauges.h \
	src/record/key.c src/record/key.h \
	src/record/sink.c src/record/sink.h \
	src/record/transport.c

UNIT_TESTS += src/record/test/test_record
ONCE_TESTS += src/record/test/test_record
src_record_test_test_record_SOURCES = $(unit) \
	src/record/test/test_command.c \
	src/record/test/test_csv_rows.c \
	src/record/test/test_fields.c \
	src/record/test/test_key.c
libtesting_a_SOURCES += src/record/test/members.h
