# ops: what can be measured, the algorithms, their buffers and their answers.
noinst_LIBRARIES += libops.a
libops_a_CFLAGS = $(AM_CFLAGS) $(JANSSON_CFLAGS)
libops_a_SOURCES = \
	src/ops/op.c src/ops/op.h \
	src/ops/coll.c src/ops/null.c src/ops/waitpattern.c \
	src/ops/algo.c src/ops/bcast_shmbcast.c \
	src/ops/dtype.c src/ops/redop.c src/ops/dtype.h \
	src/ops/buffers.c src/ops/buffers.h \
	src/ops/verify.c src/ops/verify.h

if HAVE_CMOCKA
OPS_TESTS = src/ops/test/test_verify src/ops/test/test_buffers
check_PROGRAMS += $(OPS_TESTS)
TESTS += $(OPS_TESTS)
src_ops_test_test_verify_SOURCES = src/ops/test/test_verify.c
src_ops_test_test_verify_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
src_ops_test_test_verify_LDADD = $(UNIT_LDADD)
src_ops_test_test_buffers_SOURCES = src/ops/test/test_buffers.c
src_ops_test_test_buffers_CFLAGS = $(AM_CFLAGS) $(CMOCKA_CFLAGS)
src_ops_test_test_buffers_LDADD = $(UNIT_LDADD)
endif
