/* cases_sets.c: sets made by every way to send, receive and complete. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "record_test.h"

/* Sends [bytes] to the next rank and receives from the previous one. */
static void ring(int bytes, int tag, MPI_Comm comm)
{
    MPI_Request r[2];

    MPI_Irecv(in, ROOM, MPI_BYTE, previous, tag, comm, &r[0]);
    MPI_Isend(out, bytes, MPI_BYTE, next, tag, comm, &r[1]);
    CHECK(MPI_Waitall(2, r, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
    CHECK(r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL);
}

/* Each rank sends once: one set. */
void case_ring(void)
{
    ring(100 + rank, 7, MPI_COMM_WORLD);
}

/* Two different sets alternate ten times. */
void case_repeats(void)
{
    for (int i = 0; i < 10; i++) {
        ring(100, 0, MPI_COMM_WORLD);
        ring(200, 1, MPI_COMM_WORLD);
    }
}

/* 20 sets, all different. */
void case_varied(void)
{
    for (int i = 0; i < 20; i++)
        ring(1000 + i, 0, MPI_COMM_WORLD);
}

/* The same set, five times by persistent requests. */
void case_persistent(void)
{
    MPI_Request r[3];

    MPI_Recv_init(in, ROOM, MPI_BYTE, previous, 3, MPI_COMM_WORLD, &r[0]);
    MPI_Send_init(out, 64, MPI_BYTE, next, 3, MPI_COMM_WORLD, &r[1]);
    MPI_Ssend_init(out, 64, MPI_BYTE, next, 4, MPI_COMM_WORLD, &r[2]);
    for (int i = 0; i < 5; i++) {
        MPI_Request four;

        MPI_Irecv(in + 1000, 100, MPI_BYTE, previous, 4, MPI_COMM_WORLD, &four);
        MPI_Startall(2, r);
        MPI_Start(&r[2]);
        MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
        MPI_Wait(&four, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 3; i++)
        MPI_Request_free(&r[i]);
}

/* Two sets, four times, by calls that complete their own messages. */
void case_sendrecv(void)
{
    MPI_Status s;

    for (int i = 0; i < 4; i++) {
        MPI_Sendrecv(out, 30, MPI_BYTE, next, 1, in, 30, MPI_BYTE, previous, 1,
                     MPI_COMM_WORLD, &s);
        CHECK(s.MPI_SOURCE == previous && s.MPI_TAG == 1);
        MPI_Sendrecv_replace(out, 40, MPI_BYTE, next, 2, previous, 2,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 sends to 1, which sends back: two sets. */
void case_blocking(void)
{
    if (rank == 0) {
        MPI_Send(out, 11, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(in, 22, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(in, 11, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, 22, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
}

/* Every kind of send in one set, with 1 to 8 bytes. */
void case_kinds(void)
{
    static char buffer[8 * (8 + MPI_BSEND_OVERHEAD)];
    void *detached;
    int bytes;
    MPI_Request r[12];

    MPI_Buffer_attach(buffer, sizeof(buffer));
    for (int i = 0; i < 8; i++)
        MPI_Irecv(in + 8 * i, 8, MPI_BYTE, previous, i, MPI_COMM_WORLD, &r[i]);
    MPI_Barrier(MPI_COMM_WORLD); /* ready sends require posted receives */
    MPI_Isend(out, 1, MPI_BYTE, next, 0, MPI_COMM_WORLD, &r[8]);
    MPI_Issend(out, 2, MPI_BYTE, next, 1, MPI_COMM_WORLD, &r[9]);
    MPI_Irsend(out, 3, MPI_BYTE, next, 2, MPI_COMM_WORLD, &r[10]);
    MPI_Ibsend(out, 4, MPI_BYTE, next, 3, MPI_COMM_WORLD, &r[11]);
    MPI_Send(out, 5, MPI_BYTE, next, 4, MPI_COMM_WORLD);
    MPI_Ssend(out, 6, MPI_BYTE, next, 5, MPI_COMM_WORLD);
    MPI_Rsend(out, 7, MPI_BYTE, next, 6, MPI_COMM_WORLD);
    MPI_Bsend(out, 8, MPI_BYTE, next, 7, MPI_COMM_WORLD);
    MPI_Waitall(12, r, MPI_STATUSES_IGNORE);
    MPI_Buffer_detach(&detached, &bytes);
}

/* 40 messages, completed by all the calls that complete some requests. Such
 * calls do not say which remain; completing a request again is harmless. */
void case_some(void)
{
    MPI_Request r[80];
    int n, done = 0, which[80];

    for (int i = 0; i < 40; i++)
        MPI_Irecv(in + i, 1, MPI_BYTE, previous, i, MPI_COMM_WORLD, &r[i]);
    for (int i = 0; i < 40; i++)
        MPI_Isend(out, 1, MPI_BYTE, next, i, MPI_COMM_WORLD, &r[40 + i]);
    while (!done)
        MPI_Test(&r[79], &done, MPI_STATUS_IGNORE);
    MPI_Waitany(80, r, which, MPI_STATUS_IGNORE);
    MPI_Testany(80, r, which, &done, MPI_STATUS_IGNORE);
    MPI_Waitsome(80, r, &n, which, MPI_STATUSES_IGNORE);
    MPI_Testsome(80, r, &n, which, MPI_STATUSES_IGNORE);
    for (done = 0; !done;)
        MPI_Testall(80, r, &done, MPI_STATUSES_IGNORE);
}

/* 3000 messages with one envelope. Their requests may share a handle. */
void case_many(void)
{
    static MPI_Request r[6000];

    for (int i = 0; i < 3000; i++)
        MPI_Irecv(in + i, 1, MPI_BYTE, previous, 0, MPI_COMM_WORLD, &r[i]);
    for (int i = 0; i < 3000; i++)
        MPI_Isend(out, 1, MPI_BYTE, next, 0, MPI_COMM_WORLD, &r[3000 + i]);
    MPI_Waitall(6000, r, MPI_STATUSES_IGNORE);
}

/* A datatype with an extent of 16 bytes, of which 12 are sent. */
void case_types(void)
{
    MPI_Datatype type, wide;
    MPI_Request r[2];

    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_create_resized(type, 0, 16, &wide);
    MPI_Type_commit(&wide);
    MPI_Irecv(in, 10, wide, previous, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(out, 10, wide, next, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Type_free(&wide);
    MPI_Type_free(&type);
}

void case_large(void)
{
#ifdef HAVE_MPI_LARGE_COUNTS
    MPI_Request r[2];

    MPI_Irecv_c(in, ROOM, MPI_BYTE, previous, 0, MPI_COMM_WORLD, &r[0]);
    MPI_Isend_c(out, 123, MPI_BYTE, next, 0, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Isendrecv(out, 9, MPI_BYTE, next, 1, in, 9, MPI_BYTE, previous, 1,
                  MPI_COMM_WORLD, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
#endif
}
