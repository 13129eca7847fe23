# dsm: distributed shared memory: operations, and their algorithms.
noinst_LIBRARIES += libdsm.a
libdsm_a_SOURCES = \
	src/dsm/barrier.c src/dsm/barrier.h src/dsm/barrier_mpi.c \
	src/dsm/case.c src/dsm/case.h \
	src/dsm/first_touch.c src/dsm/first_touch.h \
	src/dsm/jacobi.c src/dsm/jacobi.h \
	src/dsm/memory.c src/dsm/memory.h \
	src/dsm/microshmem.c \
	src/dsm/pass.h \
	src/dsm/put.c src/dsm/put.h \
	src/dsm/refnuma.c \
	src/dsm/state.c src/dsm/state.h \
	src/dsm/table.c src/dsm/table.h \
	src/dsm/trivial.c
if WITH_GA
libdsm_a_SOURCES += src/dsm/ga.c
else
libdsm_a_SOURCES += src/dsm/ga_none.c
endif

UNIT_TESTS += src/dsm/test/test_dsm
ONCE_TESTS += src/dsm/test/test_dsm
src_dsm_test_test_dsm_SOURCES = $(unit) \
	src/dsm/test/test_rules.c
