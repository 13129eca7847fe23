# report: records of a run, and their formats; --resume; progress.
libmpiperf_a_SOURCES += \
	src/mpiperf/report/formats.c \
	src/mpiperf/report/marks.c \
	src/mpiperf/report/progress.c src/mpiperf/report/progress.h \
	src/mpiperf/report/record_case.c \
	src/mpiperf/report/record_key.c \
	src/mpiperf/report/record_run.c \
	src/mpiperf/report/report.c src/mpiperf/report/report.h \
	src/mpiperf/report/resume.c \
	src/mpiperf/report/rows.h \
	src/mpiperf/report/slow_nodes.c

UNIT_TESTS += src/mpiperf/report/test/test_report
ONCE_TESTS += src/mpiperf/report/test/test_report
src_mpiperf_report_test_test_report_SOURCES = $(unit) \
	src/mpiperf/report/test/test_files.c \
	src/mpiperf/report/test/test_full.c \
	src/mpiperf/report/test/test_report.c \
	src/mpiperf/report/test/test_resume.c
libtesting_a_SOURCES += \
	src/mpiperf/report/test/files.c \
	src/mpiperf/report/test/files.h \
	src/mpiperf/report/test/sample.c \
	src/mpiperf/report/test/sample_run.c \
	src/mpiperf/report/test/sample.h

# What the formats say, byte for byte.
EXTRA_DIST += \
	src/mpiperf/report/test/golden/methods.csv \
	src/mpiperf/report/test/golden/methods.jsonl \
	src/mpiperf/report/test/golden/methods.text \
	src/mpiperf/report/test/golden/paper.csv \
	src/mpiperf/report/test/golden/paper.jsonl \
	src/mpiperf/report/test/golden/paper.text \
	src/mpiperf/report/test/golden/pairs.csv \
	src/mpiperf/report/test/golden/pairs.jsonl \
	src/mpiperf/report/test/golden/pairs.text \
	src/mpiperf/report/test/golden/algos.csv \
	src/mpiperf/report/test/golden/algos.jsonl \
	src/mpiperf/report/test/golden/algos.text \
	src/mpiperf/report/test/golden/hides.csv \
	src/mpiperf/report/test/golden/hides.jsonl \
	src/mpiperf/report/test/golden/hides.text
dist_doc_DATA += doc/record.schema.json
