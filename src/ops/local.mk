# ops: what can be measured, the algorithms, their buffers and their answers.
noinst_LIBRARIES += libops.a
libops_a_SOURCES = \
	src/ops/op.h src/ops/registry.c src/ops/registry.h \
	src/ops/plugin.c \
	src/ops/counts.c src/ops/counts.h \
	src/ops/families.h src/ops/coll.c src/ops/coll.def \
	src/ops/p2p.c src/ops/p2p.def src/ops/rma.c src/ops/rma.def \
	src/ops/rma_window.c src/ops/rma_window.h \
	src/ops/p2p_bsend.c src/ops/p2p_bsend.h \
	src/ops/null.c src/ops/waitpattern.c \
	src/ops/overlap.c \
	src/ops/arithmetic.c src/ops/arithmetic.h \
	src/ops/broken.c src/ops/broken.h \
	src/ops/source.c src/ops/source.h \
	src/ops/layout.c src/ops/layout.h \
	src/ops/setup.c src/ops/setup.h \
	src/ops/pairs.c src/ops/pairs.h \
	src/ops/messages.c src/ops/messages.h \
	src/ops/traffic.c src/ops/traffic.h \
	src/ops/figures.c src/ops/figures.h \
	src/ops/topology.c src/ops/topology.h \
	src/ops/dtype.c src/ops/redop.c src/ops/dtype.h \
	src/ops/buffers.c src/ops/buffers.h \
	src/ops/verify.c src/ops/verify.h

UNIT_TESTS += src/ops/test/test_verify src/ops/test/test_buffers
UNIT_TESTS += src/ops/test/test_layout src/ops/test/test_overlap
UNIT_TESTS += src/ops/test/test_pairs src/ops/test/test_p2p
UNIT_TESTS += src/ops/test/test_redop
UNIT_TESTS += src/ops/test/test_plugin
libtesting_a_SOURCES += \
	src/ops/test/execute.c src/ops/test/execute.h \
	src/ops/test/world.c src/ops/test/world.h

# Shared objects that are no plug-ins: .libs/NAME.so.
check_LTLIBRARIES += src/ops/test/table-function.la \
	src/ops/test/table-short.la src/ops/test/table-skewed.la \
	src/ops/test/table-zeros.la src/ops/test/table-empty.la
src_ops_test_table_function_la_SOURCES = src/ops/test/table.c
src_ops_test_table_function_la_CPPFLAGS = $(AM_CPPFLAGS) -DKIND=function \
	-DSIZE=64 -DSKEW=0
src_ops_test_table_function_la_LDFLAGS = $(object_flags)
src_ops_test_table_short_la_SOURCES = src/ops/test/table.c
src_ops_test_table_short_la_CPPFLAGS = $(AM_CPPFLAGS) -DKIND=object \
	-DSIZE=8 -DSKEW=0
src_ops_test_table_short_la_LDFLAGS = $(object_flags)
src_ops_test_table_skewed_la_SOURCES = src/ops/test/table.c
src_ops_test_table_skewed_la_CPPFLAGS = $(AM_CPPFLAGS) -DKIND=object \
	-DSIZE=64 -DSKEW=1
src_ops_test_table_skewed_la_LDFLAGS = $(object_flags)
src_ops_test_table_zeros_la_SOURCES = src/ops/test/table.c
src_ops_test_table_zeros_la_CPPFLAGS = $(AM_CPPFLAGS) -DKIND=object \
	-DSIZE=64 -DSKEW=0
src_ops_test_table_zeros_la_LDFLAGS = $(object_flags)
src_ops_test_table_empty_la_SOURCES = src/ops/test/table.c
src_ops_test_table_empty_la_CPPFLAGS = $(AM_CPPFLAGS)
src_ops_test_table_empty_la_LDFLAGS = $(object_flags)

# What a plug-in is made with.
mpiperfincludedir = $(includedir)/mpiperf
mpiperfinclude_HEADERS = src/ops/op.h src/lib/params.h
pkgconfig_DATA += src/ops/mpiperf-plugin.pc
plugindocdir = $(docdir)/plugin
dist_plugindoc_DATA = doc/plugin/linear_bcast.c doc/plugin/mirror.c \
	doc/plugin/messages.c doc/plugin/dirty.c
dist_doc_DATA += doc/plugin.md
dist_doc_DATA += doc/p2p.md
dist_doc_DATA += doc/rma.md
