# mpiperf: the program. Everything but main() is in a library, for the tests.
noinst_LIBRARIES += libmpiperf.a
libmpiperf_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS) $(JANSSON_CFLAGS) $(HWLOC_CFLAGS)
libmpiperf_a_SOURCES =

# options, sweep, plan
libmpiperf_a_SOURCES += \
	src/mpiperf/options.c src/mpiperf/options.h \
	src/mpiperf/options_table.c src/mpiperf/options_table.h \
	src/mpiperf/options_scan.c src/mpiperf/options_scan.h \
	src/mpiperf/options_diagnose.c src/mpiperf/options_check.c \
	src/mpiperf/options_set.c src/mpiperf/options_operand.c \
	src/mpiperf/options_data.c src/mpiperf/options_clock.c \
	src/mpiperf/options_param.c src/mpiperf/options_output.c \
	src/mpiperf/options_word.c src/mpiperf/options_word.h \
	src/mpiperf/options_help.c \
	src/mpiperf/catalog.c src/mpiperf/catalog.h \
	src/mpiperf/preset.c src/mpiperf/preset.h \
	src/mpiperf/sweep.c src/mpiperf/sweep.h \
	src/mpiperf/plan.c src/mpiperf/plan.h

# statistics, window, stop rule
libmpiperf_a_SOURCES += \
	src/mpiperf/stats.c src/mpiperf/stats.h \
	src/mpiperf/spread.c src/mpiperf/spread.h \
	src/mpiperf/ratio.c \
	src/mpiperf/window.c src/mpiperf/window.h \
	src/mpiperf/stop.c src/mpiperf/stop.h
EXTRA_DIST += doc/statistics.md

if HAVE_CMOCKA
STATS_TESTS = \
	src/mpiperf/test/test_stats \
	src/mpiperf/test/test_spread \
	src/mpiperf/test/test_ratio \
	src/mpiperf/test/test_coverage \
	src/mpiperf/test/test_window \
	src/mpiperf/test/test_window_calm \
	src/mpiperf/test/test_window_machine \
	src/mpiperf/test/test_window_params \
	src/mpiperf/test/test_stop
check_PROGRAMS += $(STATS_TESTS)
TESTS += $(STATS_TESTS)
STATS_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(GSL_CFLAGS) $(JANSSON_CFLAGS)
STATS_TEST_SERIES = src/mpiperf/test/series.c src/mpiperf/test/series.h
STATS_TEST_STAGES = src/mpiperf/test/stages.c src/mpiperf/test/stages.h
src_mpiperf_test_test_stats_SOURCES = src/mpiperf/test/test_stats.c \
	$(STATS_TEST_SERIES)
src_mpiperf_test_test_stats_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_stats_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_spread_SOURCES = src/mpiperf/test/test_spread.c \
	$(STATS_TEST_SERIES)
src_mpiperf_test_test_spread_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_spread_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_ratio_SOURCES = src/mpiperf/test/test_ratio.c \
	$(STATS_TEST_SERIES)
src_mpiperf_test_test_ratio_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_ratio_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_coverage_SOURCES = src/mpiperf/test/test_coverage.c \
	src/mpiperf/test/simulate.c src/mpiperf/test/simulate.h
src_mpiperf_test_test_coverage_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_coverage_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_window_SOURCES = src/mpiperf/test/test_window.c \
	$(STATS_TEST_SERIES) $(STATS_TEST_STAGES)
src_mpiperf_test_test_window_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_window_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_window_calm_SOURCES = src/mpiperf/test/test_window_calm.c \
	$(STATS_TEST_SERIES) $(STATS_TEST_STAGES)
src_mpiperf_test_test_window_calm_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_window_calm_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_window_machine_SOURCES = src/mpiperf/test/test_window_machine.c \
	$(STATS_TEST_SERIES)
src_mpiperf_test_test_window_machine_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_window_machine_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_window_params_SOURCES = src/mpiperf/test/test_window_params.c \
	$(STATS_TEST_SERIES)
src_mpiperf_test_test_window_params_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_window_params_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_stop_SOURCES = src/mpiperf/test/test_stop.c
src_mpiperf_test_test_stop_CFLAGS = $(STATS_TEST_CFLAGS)
src_mpiperf_test_test_stop_LDADD = $(UNIT_LDADD)
endif

# report
libmpiperf_a_SOURCES += \
	src/mpiperf/report.c src/mpiperf/report.h src/mpiperf/result.h \
	src/mpiperf/sink.c src/mpiperf/sink.h \
	src/mpiperf/record.c src/mpiperf/record.h src/mpiperf/record_value.c \
	src/mpiperf/record_run.c \
	src/mpiperf/report_jsonl.c src/mpiperf/report_csv.c \
	src/mpiperf/report_text.c \
	src/mpiperf/text_columns.c src/mpiperf/text_columns.h \
	src/mpiperf/text_head.c src/mpiperf/text_head.h \
	src/mpiperf/digits.c src/mpiperf/digits.h \
	src/mpiperf/resume.c src/mpiperf/resume.h \
	src/mpiperf/progress.c src/mpiperf/progress.h

# run information
libmpiperf_a_SOURCES += \
	src/mpiperf/runinfo.c src/mpiperf/runinfo.h \
	src/mpiperf/place.c src/mpiperf/place.h \
	src/mpiperf/cpumask.c src/mpiperf/cpumask.h \
	src/mpiperf/timercheck.c src/mpiperf/timercheck.h \
	src/mpiperf/oneway.c src/mpiperf/oneway.h \
	src/mpiperf/pingpong.c src/mpiperf/pingpong.h \
	src/mpiperf/sharedpage.c src/mpiperf/sharedpage.h \
	src/mpiperf/machine.c src/mpiperf/machine.h \
	src/mpiperf/machine_hwloc.c src/mpiperf/machine_sysfs.c \
	src/mpiperf/sysfile.c src/mpiperf/sysfile.h \
	src/mpiperf/warn.c src/mpiperf/warn.h

# measurement
libmpiperf_a_SOURCES += \
	src/mpiperf/control.c src/mpiperf/control.h \
	src/mpiperf/stage.c src/mpiperf/stage.h \
	src/mpiperf/memory.c src/mpiperf/memory.h \
	src/mpiperf/harness.c src/mpiperf/bench.c src/mpiperf/probe.c \
	src/mpiperf/measure.c src/mpiperf/measure.h \
	src/mpiperf/noise.c src/mpiperf/noise.h \
	src/mpiperf/check.c src/mpiperf/check.h

MPIPERF_LIBS = libmpiperf.a libops.a libclocksync.a libtimers.a libutil.a
MPIPERF_SYSLIBS = $(GSL_LIBS) $(JANSSON_LIBS) $(HWLOC_LIBS) $(NUMA_LIBS) -lm

bin_PROGRAMS += mpiperf
mpiperf_SOURCES = src/mpiperf/main.c
mpiperf_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
mpiperf_LDADD = $(MPIPERF_LIBS) libshmbcast.la $(MPIPERF_SYSLIBS)

# unit tests, one block a module; they link what the program links
UNIT_LDADD = $(MPIPERF_LIBS) libshmbcast.la $(MPIPERF_SYSLIBS) $(CMOCKA_LIBS)

# options, sweep, plan
dist_man_MANS += doc/mpiperf.1
if HAVE_CMOCKA
OPTIONS_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
OPTIONS_TESTS = src/mpiperf/test/test_sweep src/mpiperf/test/test_plan \
	src/mpiperf/test/test_options src/mpiperf/test/test_wrong \
	src/mpiperf/test/test_manual
check_PROGRAMS += $(OPTIONS_TESTS)
TESTS += $(OPTIONS_TESTS)
src_mpiperf_test_test_sweep_SOURCES = src/mpiperf/test/test_sweep.c
src_mpiperf_test_test_sweep_CFLAGS = $(OPTIONS_TEST_CFLAGS)
src_mpiperf_test_test_sweep_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_plan_SOURCES = src/mpiperf/test/test_plan.c
src_mpiperf_test_test_plan_CFLAGS = $(OPTIONS_TEST_CFLAGS)
src_mpiperf_test_test_plan_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_options_SOURCES = src/mpiperf/test/test_options.c
src_mpiperf_test_test_options_CFLAGS = $(OPTIONS_TEST_CFLAGS)
src_mpiperf_test_test_options_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_wrong_SOURCES = src/mpiperf/test/test_wrong.c
src_mpiperf_test_test_wrong_CFLAGS = $(OPTIONS_TEST_CFLAGS)
src_mpiperf_test_test_wrong_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_manual_SOURCES = src/mpiperf/test/test_manual.c
src_mpiperf_test_test_manual_CFLAGS = $(OPTIONS_TEST_CFLAGS)
src_mpiperf_test_test_manual_LDADD = $(UNIT_LDADD)
endif

if HAVE_CMOCKA
check_PROGRAMS += src/mpiperf/test/test_control
TESTS += src/mpiperf/test/test_control
src_mpiperf_test_test_control_SOURCES = src/mpiperf/test/test_control.c
src_mpiperf_test_test_control_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
src_mpiperf_test_test_control_LDADD = $(UNIT_LDADD)
endif

# report's tests; the golden files are what the formats say, byte for byte
EXTRA_DIST += \
	src/mpiperf/test/golden/rivals.text src/mpiperf/test/golden/rivals.csv \
	src/mpiperf/test/golden/rivals.jsonl \
	src/mpiperf/test/golden/paper.text src/mpiperf/test/golden/paper.csv \
	src/mpiperf/test/golden/paper.jsonl
if HAVE_CMOCKA
REPORT_TEST_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
check_PROGRAMS += src/mpiperf/test/test_digits \
	src/mpiperf/test/test_report src/mpiperf/test/test_resume
TESTS += src/mpiperf/test/test_digits \
	src/mpiperf/test/test_report src/mpiperf/test/test_resume
src_mpiperf_test_test_digits_SOURCES = src/mpiperf/test/test_digits.c
src_mpiperf_test_test_digits_CFLAGS = $(REPORT_TEST_CFLAGS)
src_mpiperf_test_test_digits_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_report_SOURCES = src/mpiperf/test/test_report.c \
	src/mpiperf/test/sample.c src/mpiperf/test/sample.h
src_mpiperf_test_test_report_CFLAGS = $(REPORT_TEST_CFLAGS)
src_mpiperf_test_test_report_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_resume_SOURCES = src/mpiperf/test/test_resume.c \
	src/mpiperf/test/sample.c src/mpiperf/test/sample.h
src_mpiperf_test_test_resume_CFLAGS = $(REPORT_TEST_CFLAGS)
src_mpiperf_test_test_resume_LDADD = $(UNIT_LDADD)
endif

# run information's tests
if HAVE_CMOCKA
RUNINFO_TESTS = src/mpiperf/test/test_place src/mpiperf/test/test_timercheck
check_PROGRAMS += $(RUNINFO_TESTS)
TESTS += $(RUNINFO_TESTS)
src_mpiperf_test_test_place_SOURCES = src/mpiperf/test/test_place.c
src_mpiperf_test_test_place_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
src_mpiperf_test_test_place_LDADD = $(UNIT_LDADD)
src_mpiperf_test_test_timercheck_SOURCES = src/mpiperf/test/test_timercheck.c
src_mpiperf_test_test_timercheck_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS) $(JANSSON_CFLAGS)
src_mpiperf_test_test_timercheck_LDADD = $(UNIT_LDADD)
endif
check_PROGRAMS += src/mpiperf/test/collect
src_mpiperf_test_collect_SOURCES = src/mpiperf/test/collect.c
src_mpiperf_test_collect_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
src_mpiperf_test_collect_LDADD = $(MPIPERF_LIBS) libshmbcast.la $(MPIPERF_SYSLIBS)
EXTRA_DIST += src/mpiperf/test/runinfo.bats
if HAVE_BATS
TESTS += src/mpiperf/test/runinfo.bats
endif
