# tools: programs that work on records, without MPI.
tools_libs = libprint.a libverdict.a libcompare.a librecord.a libstats.a libutil.a $(GSL_LIBS) \
	$(JANSSON_LIBS) -lm

bin_PROGRAMS += mpiperf-compare
mpiperf_compare_SOURCES = src/tools/compare.c src/tools/common.c src/tools/common.h
mpiperf_compare_LDADD = $(tools_libs)
dist_man_MANS += doc/mpiperf-compare.1

# mpiperf-repeat: runs mpiexec repeatedly and makes one table.
bin_PROGRAMS += mpiperf-repeat
mpiperf_repeat_SOURCES = \
	src/tools/repeat/main.c src/tools/repeat/options.c src/tools/repeat/records.c \
	src/tools/repeat/cause.c src/tools/repeat/keep.c src/tools/repeat/programs.c src/tools/repeat/session.c \
	src/tools/repeat/start.c src/tools/repeat/stop.c src/tools/repeat/timed.c \
	src/tools/repeat/repeat.h src/tools/common.c src/tools/common.h
mpiperf_repeat_LDADD = $(tools_libs)

# mpiperf-report: a page of the table, with its own style and script inside.
bin_PROGRAMS += mpiperf-report
noinst_LIBRARIES += libreport.a
libreport_a_SOURCES = src/tools/report/html.c src/tools/report/page.c \
	src/tools/report/picture.c src/tools/report/program_page.c src/tools/report/report.h \
	src/tools/common.c src/tools/common.h
nodist_libreport_a_SOURCES = src/tools/report/assets.c
mpiperf_report_SOURCES = src/tools/report/main.c src/tools/program_path.c src/tools/program_path.h
mpiperf_report_LDADD = libreport.a $(tools_libs)
dist_man_MANS += doc/mpiperf-report.1

report_assets = src/tools/report/report.html src/tools/report/report.css \
	src/tools/report/report.js
EXTRA_DIST += src/tools/report/embed $(report_assets)
CLEANFILES += src/tools/report/assets.c
src/tools/report/assets.c: src/tools/report/embed $(report_assets)
	$(AM_V_GEN)$(MKDIR_P) src/tools/report && $(SHELL) $(srcdir)/src/tools/report/embed \
		$(srcdir)/src/tools/report $(PACKAGE_VERSION) >$@.new && mv $@.new $@

UNIT_TESTS += src/tools/report/test/test_report
ONCE_TESTS += src/tools/report/test/test_report
src_tools_report_test_test_report_SOURCES = $(unit) \
	src/tools/report/test/test_html.c
src_tools_report_test_test_report_LDADD = libreport.a $(LDADD)

# mpiperf-history: changes over many nights.
history_pure = src/tools/history/nights.c src/tools/history/shifts.c src/tools/history/text.c \
	src/tools/history/export.c src/tools/history/history.h
bin_PROGRAMS += mpiperf-history
mpiperf_history_SOURCES = src/tools/history/main.c src/tools/history/page.c src/tools/history/plot.c \
	$(history_pure)
mpiperf_history_LDADD = libreport.a $(tools_libs)
dist_man_MANS += doc/mpiperf-history.1
UNIT_TESTS += src/tools/history/test/test_history
ONCE_TESTS += src/tools/history/test/test_history
src_tools_history_test_test_history_SOURCES = $(unit) $(history_pure) src/tools/history/test/test_history.c
src_tools_history_test_test_history_LDADD = $(LDADD)

# mpiperf-tune: makes of runs the file that sets a library's algorithms.
tune_pure = \
	src/tools/tune/choose.c src/tools/tune/comparison.c src/tools/tune/files.c \
	src/tools/tune/most.c src/tools/tune/program.c \
	src/tools/tune/race.c src/tools/tune/race.h src/tools/tune/rules.c \
	src/tools/tune/rules_json.c src/tools/tune/search.h src/tools/tune/search_file.c \
	src/tools/tune/selection.c src/tools/tune/selection.h \
	src/tools/tune/selection_algorithms.c src/tools/tune/tune.h
bin_PROGRAMS += mpiperf-tune
mpiperf_tune_SOURCES = src/tools/tune/main.c src/tools/tune/options.c src/tools/tune/installed.c \
	src/tools/tune/trial.c src/tools/tune/search.c src/tools/tune/search_runs.c \
	src/tools/tune/selection_read.c \
	src/tools/program_path.c src/tools/program_path.h src/tools/common.c src/tools/common.h $(tune_pure)
mpiperf_tune_CPPFLAGS = $(AM_CPPFLAGS) -DBINDIR='"$(bindir)"' -DLIBDIR='"$(libdir)"'
mpiperf_tune_LDADD = $(tools_libs)
dist_man_MANS += doc/mpiperf-tune.1

EXTRA_DIST += src/tools/tune/test/choices.txt src/tools/tune/test/most.txt \
	src/tools/tune/test/profile.txt src/tools/tune/test/program_rules.txt \
	src/tools/tune/test/program_variables.txt \
	src/tools/tune/test/rules.txt src/tools/tune/test/rules_json.txt \
	src/tools/tune/test/selection_ch4.txt src/tools/tune/test/selection_mpir.txt \
	src/tools/tune/test/variables.txt
UNIT_TESTS += src/tools/tune/test/test_tune
ONCE_TESTS += src/tools/tune/test/test_tune
src_tools_tune_test_test_tune_SOURCES = $(unit) $(tune_pure) \
	src/tools/tune/test/made.c src/tools/tune/test/made.h \
	src/tools/tune/test/test_program.c src/tools/tune/test/test_race.c \
	src/tools/tune/test/test_selection.c \
	src/tools/tune/test/test_tune.c
src_tools_tune_test_test_tune_LDADD = $(tools_libs) $(CMOCKA_LIBS)

# mpiperf-advise: from a program to its answer, by all of these.
bin_SCRIPTS += mpiperf-advise
dist_man_MANS += doc/mpiperf-advise.1
EXTRA_DIST += src/tools/mpiperf-advise.in
CLEANFILES += mpiperf-advise
mpiperf-advise: src/tools/mpiperf-advise.in Makefile
	$(AM_V_GEN)sed -e 's|@BINDIR[@]|$(bindir)|; s|@LIBDIR[@]|$(libdir)|' \
		-e 's|@MPI[@]|$(mpi_flavour)|' $(srcdir)/src/tools/mpiperf-advise.in >$@.new && \
		chmod +x $@.new && mv $@.new $@
