/* pairs.h: which rank talks to which, for operations between two ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PAIRS_H
#define OPS_PAIRS_H

#include <mpi.h>

/* A rule that pairs ranks up. Pure. */
struct pairing {
    const char *name;
    const char *help;
    /* The other rank of this one's pair, or MPI_PROC_NULL. node[i] is the
     * number of rank i's node, nodes numbered from 0 in the order of ranks. */
    int (*peer)(int rank, int size, const int *node);
};

extern const struct pairing *const pairing_table[]; /* NULL-terminated */

const struct pairing *pairing_find(const char *name);

/* This rank's peer and the number of pairs. Collective; an MPI error code. */
int pairing_open(const struct pairing *p, MPI_Comm comm, int *peer,
                 int *npairs);

#endif /* OPS_PAIRS_H */
