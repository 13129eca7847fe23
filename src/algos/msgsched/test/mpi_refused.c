/* mpi_refused.c: if one rank passes something invalid, all ranks fail. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "msgsched_mpi.h"

/* Arguments of msgsched_plan(): one message to the next rank, and its
 * receive. */
struct ask {
    struct msgsched_message send, recv;
    int nsend, nrecv;
    struct msgsched_options options;
};

static struct ask good(void)
{
    struct msgsched_message to = {.peer = (test_rank + 1) % test_size,
                                  .tag = 5,
                                  .count = 10,
                                  .type = MPI_INT};
    struct msgsched_message from = to;

    from.peer = (test_rank + test_size - 1) % test_size;
    return (struct ask){.send = to,
                        .recv = from,
                        .nsend = 1,
                        .nrecv = 1,
                        .options = msgsched_options_default()};
}

/* Checks that all ranks get the same code and reason, and no plan. */
static void refused(const struct ask *ask, int code, int rank, const char *what)
{
    struct msgsched_plan *plan = NULL;
    struct msgsched_failure why = {.code = -1};
    char line[200] = {0}, first[200];
    int rc = msgsched_plan(MPI_COMM_WORLD, ask->nsend, &ask->send, ask->nrecv,
                           &ask->recv, &ask->options, &plan, &why);

    EXPECT(rc == code);
    EXPECT(why.code == code && why.rank == rank);
    EXPECT(plan == NULL);
    EXPECT(msgsched_failure_text(&why, line, sizeof(line)) > 0);
    EXPECT(strstr(line, what) != NULL);
    memcpy(first, line, sizeof(first));
    MPI_Bcast(first, sizeof(first), MPI_CHAR, 0, MPI_COMM_WORLD);
    EXPECT(strcmp(first, line) == 0);
}

/* Makes [change] to a valid call on the ranks where [there] is true, and checks
 * how the call fails. */
#define REFUSE(there, change, code, rank, what)                                \
    do {                                                                       \
        struct ask ask = good();                                               \
                                                                               \
        if (there)                                                             \
            ask.change;                                                        \
        refused(&ask, code, rank, what);                                       \
    } while (0)

static void refused_lists(int last)
{
    const bool here = test_rank == last;

    REFUSE(here, recv.peer = MPI_ANY_SOURCE, MPI_ERR_RANK, last, "not a rank");
    REFUSE(here, recv.tag = MPI_ANY_TAG, MPI_ERR_TAG, last, "tag is negative");
    REFUSE(here, send.peer = test_size, MPI_ERR_RANK, last, "not a rank");
    REFUSE(here, send.count = -1, MPI_ERR_COUNT, last, "elements");
    REFUSE(here, send.type = MPI_DATATYPE_NULL, MPI_ERR_TYPE, last,
           "not a datatype");
    REFUSE(here, nsend = -1, MPI_ERR_COUNT, last, "negative length");
}

/* Lists that do not match. No rank waits for a message that never arrives. */
static void refused_together(int last)
{
    const int next = (last + 1) % test_size;
    const bool here = test_rank == last;

    REFUSE(here, nsend = 0, MPI_ERR_ARG, next, "a receive without a message");
    REFUSE(test_rank == next, nrecv = 0, MPI_ERR_ARG, next,
           "a message without a receive");
    REFUSE(here, send.tag = 4, MPI_ERR_ARG, next,
           "a message without a receive");
    REFUSE(here, recv.count = 9, MPI_ERR_TRUNCATE, last,
           "shorter than its message");
    REFUSE(true, recv.count = 9, MPI_ERR_TRUNCATE, 0,
           "shorter than its message");
}

static void refused_options(int last)
{
    REFUSE(true, options.wmax = 0, MPI_ERR_ARG, -1, "wmax");
    if (test_size > 1)
        REFUSE(true, options.alpha += test_rank == last ? 3 : 2, MPI_ERR_ARG,
               -1, "options differ");
}

/* A packed message of 2 GiB and one byte, received as ints: its bytes exceed an
 * int. Its memory is not allocated and not needed. */
static void refused_large(const char *text)
{
    struct ask ask = good();

    ask.options = test_options(text);
    ask.send.type = MPI_BYTE;
    ask.send.count = ((MPI_Count)1 << 31) + 1;
    ask.recv.count = ((MPI_Count)1 << 29) + 1;
    refused(&ask, MPI_ERR_COUNT, 0, "over 2 GiB");
}

/* Too few or too many distances, and negative ones. */
static void refused_distances(int last)
{
    enum { MOST = 16 };
    static int node[MOST], distance[MOST * MOST];
    struct ask ask = good();

    for (int r = 0; r < test_size; r++)
        node[r] = r;
    ask.options.node = node;
    ask.options.distance = distance;
    ask.options.distance_nodes = test_size - (test_rank == last);
    refused(&ask, MPI_ERR_ARG, last, "for another number of nodes");
    ask.options.distance_nodes = test_size + 1;
    refused(&ask, MPI_ERR_ARG, 0, "for another number of nodes");
    ask.options.distance_nodes = test_size;
    distance[test_size * test_size - 1] = test_rank == last ? -1 : 0;
    refused(&ask, MPI_ERR_ARG, last, "or negative");
}

void case_refused(void)
{
    struct msgsched_plan *plan = NULL;
    struct msgsched_failure why;
    struct ask ask = good();

    refused_lists(test_size - 1);
    refused_lists(0);
    refused_together(test_size - 1);
    refused_options(test_size - 1);
    refused_distances(test_size - 1);
    refused_large("schedule=datatype");
#ifndef HAVE_SMPI /* SMPI has no such schedule */
    refused_large("schedule=neighbor");
#endif
    EXPECT(msgsched_plan(MPI_COMM_NULL, 0, NULL, 0, NULL, NULL, &plan, &why) ==
           MPI_ERR_COMM);
    EXPECT(msgsched_plan(MPI_COMM_WORLD, 1, &ask.send, 1, &ask.recv, NULL, NULL,
                         &why) == MPI_ERR_ARG);
    EXPECT(msgsched_plan(MPI_COMM_WORLD, 1, &ask.send, 1, &ask.recv, NULL,
                         &plan, NULL) == MPI_SUCCESS);
    test_free(&plan);
}
