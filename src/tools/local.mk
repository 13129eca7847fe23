# tools: programs that work on records; no MPI.
tools_libs = libcompare.a librecord.a libstats.a libutil.a $(GSL_LIBS) \
	$(JANSSON_LIBS) -lm
view = src/tools/view.c src/tools/view.h src/tools/table_options.h
include src/tools/repeat/local.mk

bin_PROGRAMS += mpiperf-compare
mpiperf_compare_SOURCES = src/tools/compare/main.c src/tools/compare/options.c \
	src/tools/compare/options.h $(view)
mpiperf_compare_LDADD = $(tools_libs)
dist_man_MANS += doc/mpiperf-compare.1
