# measure: cases, stages, launches; when to stop.
libmpiperf_a_SOURCES += \
	src/mpiperf/measure/agree.c \
	src/mpiperf/measure/agree.h \
	src/mpiperf/measure/bench.c \
	src/mpiperf/measure/case.c \
	src/mpiperf/measure/case.h \
	src/mpiperf/measure/control.c \
	src/mpiperf/measure/control.h \
	src/mpiperf/measure/distance.c \
	src/mpiperf/measure/distance.h \
	src/mpiperf/measure/gather.c \
	src/mpiperf/measure/gather.h \
	src/mpiperf/measure/counted.c \
	src/mpiperf/measure/counted.h \
	src/mpiperf/measure/harness.c \
	src/mpiperf/measure/launch.c \
	src/mpiperf/measure/launch.h \
	src/mpiperf/measure/measure.c \
	src/mpiperf/measure/measure.h \
	src/mpiperf/measure/measuring.h \
	src/mpiperf/measure/memory.c \
	src/mpiperf/measure/memory.h \
	src/mpiperf/measure/passes.c \
	src/mpiperf/measure/passes.h \
	src/mpiperf/measure/probe.c \
	src/mpiperf/measure/ranks.c \
	src/mpiperf/measure/ranks.h \
	src/mpiperf/measure/reading.c \
	src/mpiperf/measure/reading.h \
	src/mpiperf/measure/result.h \
	src/mpiperf/measure/results.c \
	src/mpiperf/measure/results_finish.c \
	src/mpiperf/measure/results.h \
	src/mpiperf/measure/stage.c \
	src/mpiperf/measure/stage.h \
	src/mpiperf/measure/stop.c \
	src/mpiperf/measure/stop.h \
	src/mpiperf/measure/track.c \
	src/mpiperf/measure/track.h \
	src/mpiperf/measure/visit.c \
	src/mpiperf/measure/visit.h \
	src/mpiperf/measure/visit_figures.c \
	src/mpiperf/measure/visit_rule.c \
	src/mpiperf/measure/visit_rule.h

PLAIN_TESTS += \
	src/mpiperf/measure/test/test_coverage \
	src/mpiperf/measure/test/test_stop \
	src/mpiperf/measure/test/test_visits_coverage
UNIT_TESTS += \
	src/mpiperf/measure/test/test_case \
	src/mpiperf/measure/test/test_control \
	src/mpiperf/measure/test/test_control_paper \
	src/mpiperf/measure/test/test_late \
	src/mpiperf/measure/test/test_parts \
	src/mpiperf/measure/test/test_passes \
	src/mpiperf/measure/test/test_track
libtesting_a_SOURCES += \
	src/mpiperf/measure/test/machine.c \
	src/mpiperf/measure/test/machine.h
ONCE_TESTS += src/mpiperf/measure/test/test_coverage \
	src/mpiperf/measure/test/test_late \
	src/mpiperf/measure/test/test_visits_coverage
