# repeat: mpiperf-repeat: runs of mpiexec, and one table of them. No MPI is
# called.
bin_PROGRAMS += mpiperf-repeat
mpiperf_repeat_SOURCES = \
	src/tools/repeat/append.c src/tools/repeat/append.h \
	src/tools/repeat/main.c \
	src/tools/repeat/options.c src/tools/repeat/options.h \
	src/tools/repeat/order.c src/tools/repeat/order.h \
	src/tools/repeat/run_records.c src/tools/repeat/run_records.h \
	src/tools/repeat/session.c src/tools/repeat/session.h \
	src/tools/repeat/start.c src/tools/repeat/start.h \
	src/tools/repeat/stop.c src/tools/repeat/stop.h $(view)
mpiperf_repeat_LDADD = $(tools_libs)
