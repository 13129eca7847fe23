# verdict: judges tables.
noinst_LIBRARIES += libverdict.a
libverdict_a_SOURCES = \
	src/verdict/bounds.c src/verdict/bounds.h \
	src/verdict/ci.c \
	src/verdict/conditions.c src/verdict/conditions.h \
	src/verdict/culprits.c src/verdict/culprits.h \
	src/verdict/distrust.c \
	src/verdict/gate.c src/verdict/gate.h \
	src/verdict/guidelines.c src/verdict/guidelines.h \
	src/verdict/judged.c src/verdict/judged.h \
	src/verdict/rule.c src/verdict/rule.h \
	src/verdict/run_differences.c src/verdict/run_differences.h \
	src/verdict/stragglers.c src/verdict/stragglers.h

UNIT_TESTS += src/verdict/test/test_verdict
ONCE_TESTS += src/verdict/test/test_verdict
src_verdict_test_test_verdict_SOURCES = $(unit) \
	src/verdict/test/test_bounds.c \
	src/verdict/test/test_culprits.c \
	src/verdict/test/test_gate.c \
	src/verdict/test/test_guidelines.c \
	src/verdict/test/test_rule.c \
	src/verdict/test/test_stragglers.c
EXTRA_DIST += src/verdict/test/gate.txt src/verdict/test/guidelines.txt
