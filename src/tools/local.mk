# tools: programs that work on records, without MPI.
tools_libs = libcompare.a librecord.a libstats.a libutil.a $(GSL_LIBS) \
	$(JANSSON_LIBS) -lm

bin_PROGRAMS += mpiperf-compare
mpiperf_compare_SOURCES = src/tools/compare.c src/tools/view.c src/tools/view.h
mpiperf_compare_LDADD = $(tools_libs)
dist_man_MANS += doc/mpiperf-compare.1

# mpiperf-repeat: runs mpiexec repeatedly and makes one table.
bin_PROGRAMS += mpiperf-repeat
mpiperf_repeat_SOURCES = \
	src/tools/repeat/main.c src/tools/repeat/options.c src/tools/repeat/records.c \
	src/tools/repeat/session.c src/tools/repeat/start.c src/tools/repeat/stop.c \
	src/tools/repeat/repeat.h src/tools/view.c src/tools/view.h
mpiperf_repeat_LDADD = $(tools_libs)
