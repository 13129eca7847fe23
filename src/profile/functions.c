/* functions.c: tables of MPI functions and of the arguments of collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/functions.h"

#define NONE RECORDS_SUM, 0, 0
#define MOVES(count) RECORDS_SUM, count, 0
#define STARTS(request) RECORDS_START, 0, request
#define COMPLETES(request) RECORDS_COMPLETION, 0, request
#define KIND_SUM NONE
#define KIND_IO MOVES(3)
#define KIND_IO_AT MOVES(4)
#define KIND_ABORT RECORDS_ABORT, 0, 0
#define KIND_SEND MOVES(2)
#define KIND_RECV NONE /* bytes are counted by the sender */
#define KIND_SENDRECV MOVES(2)
#define KIND_ISEND MOVES(2)
#define KIND_IRECV NONE
#define KIND_ISENDRECV MOVES(2)
#define KIND_SEND_INIT NONE
#define KIND_RECV_INIT NONE
#define KIND_PROBE NONE
#define KIND_IPROBE NONE
#define KIND_MRECV NONE
#define KIND_IMRECV NONE
#define KIND_START STARTS(1)
#define KIND_STARTALL STARTS(-2)
#define KIND_FREE RECORDS_FREE, 0, 1
#define KIND_WAIT COMPLETES(1)
#define KIND_TEST COMPLETES(1)
#define KIND_WAITALL COMPLETES(-2)
#define KIND_TESTALL COMPLETES(-2)
#define KIND_WAITANY COMPLETES(-2)
#define KIND_TESTANY COMPLETES(-2)
#define KIND_WAITSOME COMPLETES(-2)
#define KIND_TESTSOME COMPLETES(-2)
#define KIND_FINALIZE RECORDS_FINALIZE, 0, 0
#define KIND_MAKES RECORDS_MAKES, 0, 0
#define KIND_EVERYBODY RECORDS_COLLECTIVE, 0, 0
#define KIND_COLLECTIVE RECORDS_COLLECTIVE, 0, 0
#define KIND_PERSISTENT RECORDS_PERSISTENT, 0, 0
#define KIND_ONE_SIDED MOVES(2)
#define KIND_PARTITIONED NONE

#define ENTRIES_IN_C
#define COUNT(kind, name, NAME, lower, n, nf)                                  \
    [CALL_##name] = {"MPI_" #name, KIND_##kind},
#define PLAIN COUNT
#define EXTENSION COUNT
/* functions without a count argument */
#define BUFFER(kind, name, NAME, lower, n, nf)                                 \
    [CALL_##name] = {"MPI_" #name, NONE},
const struct function functions[FUNCTIONS] = {
#include "profile/calls.def"
};

/* Rows for the blocking, the nonblocking and the persistent function. */
#define FORMS(name, lower, ...)                                                \
    [CALL_##name] = {.op = #lower, __VA_ARGS__},                               \
    [CALL_I##lower] = {.op = "i" #lower, .after = 1, __VA_ARGS__},             \
    [CALL_##name##_init] = {.op = #lower "_init", .after = 2, __VA_ARGS__}
#define ALL .depends = DEPENDS_ALL
#define ROOT(argument) .depends = DEPENDS_ROOT, .root = argument
#define AT_ROOT(argument) .depends = DEPENDS_AT_ROOT, .root = argument
#define BEFORE .depends = DEPENDS_BEFORE
#define NOBODY .depends = DEPENDS_NOBODY
#define REDUCTION(argument) .reduction = argument
/* number of the argument with a block's count */
#define BLOCK(argument) .count = argument
#define IN_PLACE(buffer, other) .in_place = buffer, .other_count = other
#define BLOCKS(array, type) .counts = array, .counts_type = type

const struct shape shapes[FUNCTIONS] = {
    FORMS(Barrier, barrier, ALL),
    FORMS(Bcast, bcast, ROOT(4), BLOCK(2)),
    FORMS(Gather, gather, AT_ROOT(7), BLOCK(2), IN_PLACE(1, 5)),
    FORMS(Gatherv, gatherv, AT_ROOT(8), BLOCK(2), IN_PLACE(1, 0), BLOCKS(5, 7)),
    FORMS(Scatter, scatter, ROOT(7), BLOCK(5), IN_PLACE(4, 2)),
    FORMS(Scatterv, scatterv, ROOT(8), BLOCK(6), IN_PLACE(5, 0), BLOCKS(2, 4)),
    FORMS(Allgather, allgather, ALL, BLOCK(5), IN_PLACE(1, 5)),
    FORMS(Allgatherv, allgatherv, ALL, BLOCKS(5, 7), IN_PLACE(1, 0)),
    FORMS(Alltoall, alltoall, ALL, BLOCK(5), IN_PLACE(1, 5)),
    FORMS(Alltoallv, alltoallv, ALL, BLOCKS(6, 8), IN_PLACE(1, 0)),
    FORMS(Alltoallw, alltoallw, ALL, BLOCKS(6, 8), .types = true,
          IN_PLACE(1, 0)),
    FORMS(Reduce, reduce, AT_ROOT(6), BLOCK(3), REDUCTION(5), IN_PLACE(1, 3)),
    FORMS(Allreduce, allreduce, ALL, BLOCK(3), REDUCTION(5), IN_PLACE(1, 3)),
    FORMS(Reduce_scatter, reduce_scatter, ALL, BLOCKS(3, 4), REDUCTION(5),
          IN_PLACE(1, 0)),
    FORMS(Reduce_scatter_block, reduce_scatter_block, ALL, BLOCK(3),
          REDUCTION(5), IN_PLACE(1, 3)),
    FORMS(Scan, scan, BEFORE, BLOCK(3), REDUCTION(5), IN_PLACE(1, 3)),
    FORMS(Exscan, exscan, BEFORE, BLOCK(3), REDUCTION(5), IN_PLACE(1, 3)),
    FORMS(Neighbor_allgather, neighbor_allgather, NOBODY, BLOCK(2)),
    FORMS(Neighbor_allgatherv, neighbor_allgatherv, NOBODY, BLOCK(2)),
    FORMS(Neighbor_alltoall, neighbor_alltoall, NOBODY, BLOCK(2)),
    FORMS(Neighbor_alltoallv, neighbor_alltoallv, NOBODY, BLOCKS(2, 4),
          .to_neighbours = true),
    FORMS(Neighbor_alltoallw, neighbor_alltoallw, NOBODY, BLOCKS(2, 4),
          .types = true, .to_neighbours = true),
};
