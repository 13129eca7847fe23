/* topology.h: communicators with neighbours, for neighbourhood collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TOPOLOGY_H
#define OPS_TOPOLOGY_H

#include "ops/op.h"

struct topology {
    const char *name;
    const char *help;
    /* Makes the communicator, ranks as in comm; an MPI error code. */
    int (*create)(MPI_Comm comm, MPI_Comm *made);
    /* This rank's neighbours in it, as MPI orders them. Arrays of `in`, `out`
     * and `in_block` are malloced. */
    void (*edges)(MPI_Comm made, struct neighbors *n);
};

extern const struct topology *const topology_table[]; /* NULL-terminated */

const struct topology *topology_find(const char *name);

/* Collective; an MPI error code with nothing left open. */
int topology_open(const struct topology *t, MPI_Comm comm, MPI_Comm *made,
                  struct neighbors *n);
void topology_close(MPI_Comm *made, struct neighbors *n);

#endif /* OPS_TOPOLOGY_H */
