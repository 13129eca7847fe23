# ops: what can be measured, the algorithms, their buffers and their answers.
noinst_LIBRARIES += libops.a
libops_a_SOURCES = \
	src/ops/beside.c src/ops/beside.h \
	src/ops/broken.c src/ops/buffers.c src/ops/buffers.h src/ops/coll.c \
	src/ops/coll.def src/ops/computation.c src/ops/computation.h src/ops/create.c \
	src/ops/defects.def \
	src/ops/dtype.c src/ops/dtype.h \
	src/ops/layout.c src/ops/layout.h src/ops/library_rows.h \
	src/ops/op.h src/ops/overlap.c src/ops/p2p.c \
	src/ops/p2p.def src/ops/matching.c src/ops/pairs.c src/ops/pairs.h src/ops/pattern.c \
	src/algos/msgsched/record/pattern_format.c src/algos/msgsched/record/pattern_format.h \
	src/ops/pattern.h src/ops/pattern_file.c src/ops/pattern_file.h src/ops/pattern_load.c src/ops/pattern_sets.c \
	src/ops/registry.c src/ops/registry.h src/ops/rma.c src/ops/rma_window.c \
	src/ops/rma.def src/ops/setup.c src/ops/setup.h src/ops/threads.c \
	src/ops/verify.c \
	src/ops/verify.h src/ops/waitpattern.c

EXTRA_DIST += src/ops/test/pattern_file.txt
UNIT_TESTS += src/ops/test/test_ops
src_ops_test_test_ops_SOURCES = $(unit) \
	src/ops/test/test_buffers.c \
	src/ops/test/test_layout.c \
	src/ops/test/test_matching.c \
	src/ops/test/test_mpi.c \
	src/ops/test/test_pairs.c \
	src/ops/test/test_pattern.c \
	src/ops/test/test_pattern_file.c \
	src/ops/test/test_verify.c
libtesting_a_SOURCES += \
	src/ops/test/world.c src/ops/test/world.h

LIGHT_TESTS += src/ops/test/patterns.bats
ONCE_TESTS += src/ops/test/patterns.bats

# What MPI libraries get wrong, as a page.
check_PROGRAMS += src/ops/test/defects
src_ops_test_defects_LDADD =
.PHONY: defects
defects: src/ops/test/defects
	src/ops/test/defects >$(srcdir)/doc/mpi-defects.md
dist_doc_DATA += doc/mpi-defects.md

# What --plugin says of files, without MPI.
check_PROGRAMS += src/ops/test/plugins
ONCE_BUILT += src/ops/test/plugins
src_ops_test_plugins_LDADD = libops.a libtimers.a libmpicommon.a libutil.a $(MPIPERF_SYSLIBS)
EXTRA_DIST += src/ops/test/table.c

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
