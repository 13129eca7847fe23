/* watch.c: observes this rank's MPI calls, and makes them fail or slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "watch.h"

#include <mpi.h>
#include <stddef.h>

static const int *nodes, *machines;
static struct watched seen;
static double slow_send, slow_start;
static bool clock_is_ours, is_synchronous;
static double our_clock;
static unsigned inits, sends;
static int works =
    -1; /* number of calls that succeed before one fails; -1: all succeed */

static int world_rank(MPI_Comm comm, int rank)
{
    MPI_Group group, world;
    int there;

    MPI_Comm_group(comm, &group);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_translate_ranks(group, 1, &rank, world, &there);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    return there;
}

static void see(int count, MPI_Datatype type, int to, MPI_Comm comm)
{
    int me, size;

    if (nodes == NULL || to == MPI_PROC_NULL)
        return;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    if (nodes[world_rank(comm, to)] == nodes[me])
        return;
    MPI_Type_size(type, &size);
    seen.messages++;
    seen.bytes += (int64_t)count * size;
}

void watch_begin(const int *node)
{
    seen = (struct watched){0};
    nodes = node;
}

struct watched watch_end(void)
{
    nodes = NULL;
    return seen;
}

void watch_machines(const int *machine)
{
    machines = machine;
}

void watch_fail(int calls)
{
    works = calls;
}

static bool fails(void)
{
    return works >= 0 && works-- == 0;
}

bool watch_failed(void)
{
    return works < 0;
}

void watch_clock(double send, double start)
{
    slow_send = send;
    slow_start = start;
    clock_is_ours = send > 0 || start > 0;
}

void watch_synchronous(bool synchronous)
{
    is_synchronous = synchronous;
}

unsigned watch_inits(void)
{
    return inits;
}

unsigned watch_sends(void)
{
    return sends;
}

double MPI_Wtime(void)
{
    return clock_is_ours ? our_clock : PMPI_Wtime();
}

int MPI_Startall(int count, MPI_Request requests[])
{
    our_clock += slow_start * count;
    return PMPI_Startall(count, requests);
}

/* Defines a function that makes or posts the request of a message. It fails if
 * watch_fail() says so; otherwise does [before] and calls the MPI library's
 * function [next]. */
#define POST(name, buffer, before, next)                                       \
    int MPI_##name(buffer buf, int count, MPI_Datatype type, int peer,         \
                   int tag, MPI_Comm comm, MPI_Request *request)               \
    {                                                                          \
        if (fails())                                                           \
            return MPI_ERR_INTERN;                                             \
        before;                                                                \
        return (next)(buf, count, type, peer, tag, comm, request);             \
    }

POST(Irecv, void *, (void)0, PMPI_Irecv)
POST(Recv_init, void *, (void)0, PMPI_Recv_init)
POST(Send_init, const void *, inits++, PMPI_Send_init)
POST(Isend, const void *,
     (see(count, type, peer, comm), our_clock += slow_send, sends++),
     is_synchronous ? PMPI_Issend : PMPI_Isend)

int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info,
                        MPI_Comm *part)
{
    int rank;

    if (machines == NULL)
        return PMPI_Comm_split_type(comm, type, key, info, part);
    MPI_Comm_rank(comm, &rank);
    return PMPI_Comm_split(comm, machines[world_rank(comm, rank)], key, part);
}
