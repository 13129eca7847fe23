/* tree.c: clock exchanges along the edges of a tree, many at a time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/tree.h"

#include "mpi/nodes.h"
#include "mpi/patient.h"

enum { TAG_MODEL = 11 };

enum { BASE = 4 };

/* Returns the place value of the highest digit in base 4: 1, 4, 16, ... */
static int highest_unit(int number)
{
    int unit = 1;

    while (number / unit >= BASE)
        unit *= BASE;
    return unit;
}

static int lowest_unit(int number)
{
    int unit = 1;

    while (number / unit % BASE == 0)
        unit *= BASE;
    return unit;
}

int tree_high(int rank, int n)
{
    (void)n;
    return rank > 0 ? rank % highest_unit(rank) : -1;
}

int tree_low(int rank, int n)
{
    int above = rank > 0 ? BASE * lowest_unit(rank) : 1;

    (void)n;
    return rank > 0 ? rank / above * above : -1;
}

/* Returns the next possible difference between a rank and its parent: 1, 2, 3,
 * 4, 8, 12, 16, 32, ... */
static int next_digit(int digit)
{
    return digit + highest_unit(digit);
}

/* Measures the edge to `child` if this rank is one of its ends. */
static int edge_measure(MPI_Comm comm, int rank, int parent, int child,
                        const struct clock *clock, int d,
                        struct pair_offset *own)
{
    if (rank == child)
        return pair_client(comm, parent, clock, d, own);
    if (rank == parent)
        return pair_reference(comm, child, clock);
    return MPI_SUCCESS;
}

static int sweep_in_turn(MPI_Comm comm, tree_parent_fn *parent, int rank, int n,
                         const struct clock *clock, int d,
                         struct pair_offset *own)
{
    int rc = MPI_SUCCESS;

    for (int child = 1; child < n && rc == MPI_SUCCESS; child++) {
        rc = edge_measure(comm, rank, parent(child, n), child, clock, d, own);
        if (rc == MPI_SUCCESS)
            rc = patient_barrier(comm);
    }
    return rc;
}

/* Edges whose child and parent have the same difference share no rank, so they
 * run at the same time. */
static int sweep_by_digit(MPI_Comm comm, tree_parent_fn *parent, int rank,
                          int n, const struct clock *clock, int d,
                          struct pair_offset *own)
{
    int rc = MPI_SUCCESS;

    for (int digit = 1; digit < n && rc == MPI_SUCCESS;
         digit = next_digit(digit)) {
        int up = parent(rank, n), child = rank + digit;

        if (up >= 0 && rank - up == digit)
            rc = edge_measure(comm, rank, up, rank, clock, d, own);
        else if (child < n && parent(child, n) == rank)
            rc = edge_measure(comm, rank, rank, child, clock, d, own);
    }
    return rc;
}

int tree_sweep(MPI_Comm comm, tree_parent_fn *parent, bool in_turn,
               const struct clock *clock, int d, struct pair_offset *own)
{
    int rank, n;

    comm_position(comm, &rank, &n);
    return in_turn ? sweep_in_turn(comm, parent, rank, n, clock, d, own)
                   : sweep_by_digit(comm, parent, rank, n, clock, d, own);
}

int tree_receive(MPI_Comm comm, tree_parent_fn *parent, struct clock_model *m)
{
    int rank, n;

    comm_position(comm, &rank, &n);
    if (rank == 0)
        return MPI_SUCCESS;
    return patient_recv(m, CLOCK_MODEL_DOUBLES, MPI_DOUBLE, parent(rank, n),
                        TAG_MODEL, comm);
}

int tree_send(MPI_Comm comm, tree_parent_fn *parent,
              const struct clock_model *m)
{
    int rank, n, rc = MPI_SUCCESS;

    comm_position(comm, &rank, &n);
    for (int digit = 1; digit < n && rc == MPI_SUCCESS;
         digit = next_digit(digit))
        if (rank + digit < n && parent(rank + digit, n) == rank)
            rc = MPI_Send(m, CLOCK_MODEL_DOUBLES, MPI_DOUBLE, rank + digit,
                          TAG_MODEL, comm);
    return rc;
}
