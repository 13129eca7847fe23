# ops: what can be measured, the algorithms, their buffers and their answers.
noinst_LIBRARIES += libops.a
libops_a_SOURCES = \
	src/ops/op.c src/ops/op.h \
	src/ops/coll.c src/ops/null.c src/ops/waitpattern.c \
	src/ops/algo.c src/ops/bcast_shmbcast.c \
	src/ops/dtype.c src/ops/redop.c src/ops/dtype.h \
	src/ops/buffers.c src/ops/buffers.h \
	src/ops/verify.c src/ops/verify.h

UNIT_TESTS += src/ops/test/test_verify src/ops/test/test_buffers
