/* cases_join.c: which sets are joined into supersteps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record_test.h"

static void exchange(int peer, int bytes, int tag, MPI_Comm comm)
{
    MPI_Sendrecv(out, bytes, MPI_BYTE, peer, tag, in, ROOM, MPI_BYTE, peer, tag,
                 comm, MPI_STATUS_IGNORE);
}

/* Several pairs of ranks, independent of each other and at the same time. */
void case_pairs(void)
{
    for (int i = 0; i < 3; i++)
        exchange(rank ^ 1, 10 + rank, 0, MPI_COMM_WORLD);
}

/* On all ranks the last exchange follows a barrier. Ranks 0 and 1 make one more
 * exchange than the others before it. */
void case_marks(void)
{
    exchange(rank ^ 1, 10, 0, MPI_COMM_WORLD);
    if (rank < 2)
        exchange(rank ^ 1, 20, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    exchange(rank ^ 1, 30, 0, MPI_COMM_WORLD);
}

/* Rank 0 receives from all others in any order; all receives are one set. */
void case_wildcards(void)
{
    MPI_Request r[16];

    if (rank > 0) {
        MPI_Send(out, rank, MPI_BYTE, 0, rank, MPI_COMM_WORLD);
        return;
    }
    for (int i = 1; i < size; i++)
        MPI_Irecv(in + 16 * i, 16, MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG,
                  MPI_COMM_WORLD, &r[i - 1]);
    MPI_Waitall(size - 1, r, MPI_STATUSES_IGNORE);
}

/* Receives with wildcards, by matched probes. */
void case_probed(void)
{
    MPI_Request r, sent[2];
    MPI_Message m;
    int found = 0;

    MPI_Isend(out, 50, MPI_BYTE, next, 1, MPI_COMM_WORLD, &sent[0]);
    MPI_Isend(out, 60, MPI_BYTE, next, 2, MPI_COMM_WORLD, &sent[1]);
    MPI_Mprobe(previous, MPI_ANY_TAG, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
    MPI_Mrecv(in, 60, MPI_BYTE, &m, MPI_STATUS_IGNORE);
    while (!found)
        MPI_Improbe(previous, 2, MPI_COMM_WORLD, &found, &m, MPI_STATUS_IGNORE);
    MPI_Imrecv(in, 60, MPI_BYTE, &m, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
}

/* A cancelled receive does not count as a receive. */
void case_cancelled(void)
{
    MPI_Request r;

    MPI_Irecv(in, 8, MPI_BYTE, previous, 5, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); /* otherwise the cancelled receive might match
                                  * the next message */
    exchange(rank ^ 1, 12, 5, MPI_COMM_WORLD);
}

/* Messages to MPI_PROC_NULL are not recorded; their requests count as open. */
void case_null(void)
{
    MPI_Request r[4];

    MPI_Irecv(in, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(out, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Irecv(in, 8, MPI_BYTE, previous, 0, MPI_COMM_WORLD, &r[2]);
    MPI_Isend(out, 8, MPI_BYTE, next, 0, MPI_COMM_WORLD, &r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    MPI_Send(out, 8, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

/* Messages with the same tag in two communicators, received in another order
 * than they were sent. They can only be matched by ids that are the same on all
 * ranks. The second communicator has the ranks in reverse order. */
static void in_both(MPI_Comm one, MPI_Comm two)
{
    MPI_Request r[2];

    if (rank == 0) {
        MPI_Send(out, 10, MPI_BYTE, 1, 0, one);
        MPI_Send(out, 20, MPI_BYTE, size - 2, 0, two);
    } else if (rank == 1) {
        MPI_Irecv(in, 20, MPI_BYTE, size - 1, 0, two, &r[0]);
        MPI_Isend(out, 25, MPI_BYTE, 2, 0, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        MPI_Irecv(in, 10, MPI_BYTE, 0, 0, one, &r[0]);
        MPI_Isend(out, 35, MPI_BYTE, 2, 0, MPI_COMM_WORLD, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    } else if (rank == 2) {
        for (int i = 0; i < 2; i++)
            MPI_Recv(in, 35, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

void case_comms(void)
{
    MPI_Comm one, two, half;

    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &two);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, 0, &half);
    in_both(one, two);
    if (rank == 0)
        MPI_Send(out, 30, MPI_BYTE, 1, 0, half);
    else if (rank == 1)
        MPI_Recv(in, 30, MPI_BYTE, 0, 0, half, MPI_STATUS_IGNORE);
    MPI_Comm_free(&one);
    MPI_Comm_free(&two);
    if (half != MPI_COMM_NULL)
        MPI_Comm_free(&half);
}

/* Messages of an intercommunicator are not recorded. */
void case_inter(void)
{
    int odd = rank % 2;
    MPI_Comm half, both;

    MPI_Comm_split(MPI_COMM_WORLD, odd, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - odd, 0, &both);
    exchange(rank / 2, 70, 0, both);
    exchange(rank ^ 1, 30, 0, MPI_COMM_WORLD);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

/* Calls that are not messages: on each rank six collective, two one-sided. */
void case_calls(void)
{
    MPI_Request r;
    MPI_Win win;
    int x = rank, y;

    MPI_Win_create(in, ROOM, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(out, 8, MPI_BYTE, next, 0, 8, MPI_BYTE, win);
    MPI_Get(out, 8, MPI_BYTE, next, 8, 8, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&rank, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(x == 0 && y == size * (size - 1) / 2);
    MPI_Reduce(&rank, &y, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Ibarrier(MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Alltoall(out, 4, MPI_BYTE, in, 4, MPI_BYTE, MPI_COMM_WORLD);
    exchange(rank ^ 1, 5, 0, MPI_COMM_WORLD);
}

/* A request stays open to the end, as in programs that await a stop message. */
void case_unfinished(void)
{
    MPI_Request stop;

    MPI_Irecv(in, 1, MPI_BYTE, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &stop);
    exchange(rank ^ 1, 44, 0, MPI_COMM_WORLD);
    exchange(rank ^ 1, 55, 0, MPI_COMM_WORLD);
    MPI_Cancel(&stop);
    MPI_Request_free(&stop);
}
