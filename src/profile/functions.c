/* functions.c: the table of MPI functions, and what a collective's ranks wait
 * for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/functions.h"

/* ---- all functions, by the kinds of the lists ---------------------------- */

#define NONE RECORDS_SUM, 0, 0
#define MOVES(count) RECORDS_SUM, count, 0
#define COMPLETES(request) RECORDS_COMPLETION, 0, request
#define KIND_SUM NONE
#define KIND_IO MOVES(3)
#define KIND_IO_AT MOVES(4)
#define KIND_ABORT RECORDS_ABORT, 0, 0
#define KIND_SEND MOVES(2)
#define KIND_RECV NONE /* bytes count where they are sent */
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
#define KIND_START NONE
#define KIND_STARTALL NONE
#define KIND_FREE NONE
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
#define KIND_ONE_SIDED MOVES(2)
#define KIND_PARTITIONED NONE

#define ENTRIES_IN_C
#define COUNT(kind, name, NAME, lower, n, nf)                                  \
    [CALL_##name] = {"MPI_" #name, KIND_##kind},
#define PLAIN COUNT
/* of these no argument is a count */
#define BUFFER(kind, name, NAME, lower, n, nf)                                 \
    [CALL_##name] = {"MPI_" #name, NONE},
const struct function functions[FUNCTIONS] = {
#include "profile/calls.def"
};

/* ---- collectives --------------------------------------------------------- */

/* The blocking form and the nonblocking one. */
#define BOTH(name, lower, ...)                                                 \
    [CALL_##name] = {.op = #lower, __VA_ARGS__},                               \
    [CALL_I##lower] = {.op = "i" #lower, .request = 1, __VA_ARGS__}
#define ALL .depends = DEPENDS_ALL
#define ROOT(argument) .depends = DEPENDS_ROOT, .root = argument
#define AT_ROOT(argument) .depends = DEPENDS_AT_ROOT, .root = argument
#define BEFORE .depends = DEPENDS_BEFORE
#define NOBODY .depends = DEPENDS_NOBODY
#define REDUCTION(argument) .reduction = argument
/* a block that is sent, by this argument, also where the root is in place */
#define BLOCK(argument) .count = argument
#define IN_PLACE(buffer, other) .in_place = buffer, .other_count = other
#define BLOCKS(array, type) .counts = array, .counts_type = type

const struct shape shapes[FUNCTIONS] = {
    BOTH(Barrier, barrier, ALL),
    BOTH(Bcast, bcast, ROOT(4), BLOCK(2)),
    BOTH(Gather, gather, AT_ROOT(7), BLOCK(2), IN_PLACE(1, 5)),
    BOTH(Gatherv, gatherv, AT_ROOT(8), BLOCK(2), IN_PLACE(1, 0), BLOCKS(5, 7)),
    BOTH(Scatter, scatter, ROOT(7), BLOCK(5), IN_PLACE(4, 2)),
    BOTH(Scatterv, scatterv, ROOT(8), BLOCK(6), IN_PLACE(5, 0), BLOCKS(2, 4)),
    BOTH(Allgather, allgather, ALL, BLOCK(5), IN_PLACE(1, 5)),
    BOTH(Allgatherv, allgatherv, ALL, BLOCKS(5, 7), IN_PLACE(1, 0)),
    BOTH(Alltoall, alltoall, ALL, BLOCK(5), IN_PLACE(1, 5)),
    BOTH(Alltoallv, alltoallv, ALL, BLOCKS(6, 8), IN_PLACE(1, 0)),
    BOTH(Alltoallw, alltoallw, ALL, BLOCKS(6, 8), .types = true,
         IN_PLACE(1, 0)),
    BOTH(Reduce, reduce, AT_ROOT(6), BLOCK(3), REDUCTION(5), IN_PLACE(1, 3)),
    BOTH(Allreduce, allreduce, ALL, BLOCK(3), REDUCTION(5), IN_PLACE(1, 3)),
    BOTH(Reduce_scatter, reduce_scatter, ALL, BLOCKS(3, 4), REDUCTION(5),
         IN_PLACE(1, 0)),
    BOTH(Reduce_scatter_block, reduce_scatter_block, ALL, BLOCK(3),
         REDUCTION(5), IN_PLACE(1, 3)),
    BOTH(Scan, scan, BEFORE, BLOCK(3), REDUCTION(5), IN_PLACE(1, 3)),
    BOTH(Exscan, exscan, BEFORE, BLOCK(3), REDUCTION(5), IN_PLACE(1, 3)),
    BOTH(Neighbor_allgather, neighbor_allgather, NOBODY, BLOCK(2)),
    BOTH(Neighbor_allgatherv, neighbor_allgatherv, NOBODY, BLOCK(2)),
    BOTH(Neighbor_alltoall, neighbor_alltoall, NOBODY, BLOCK(2)),
    BOTH(Neighbor_alltoallv, neighbor_alltoallv, NOBODY),
    BOTH(Neighbor_alltoallw, neighbor_alltoallw, NOBODY),
};
