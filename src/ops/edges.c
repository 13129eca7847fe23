/* edges.c: the messages of a rank: memory, and the two ends of one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/edges.h"

#include <stdlib.h>
#include "lib/xmalloc.h"

void edges_alloc(struct edges *e, int nin, int nout)
{
    *e = (struct edges){.nin = nin, .nout = nout};
    e->in = xcalloc((size_t)nin + 1, sizeof(*e->in));
    e->out = xcalloc((size_t)nout + 1, sizeof(*e->out));
}

void edges_free(struct edges *e)
{
    free(e->in);
    free(e->out);
    free(e->node);
    *e = (struct edges){0};
}

void edges_set(struct edges *e, int i, int to, int from, int block,
               MPI_Count count)
{
    e->out[i] = (struct edge){.peer = to, .tag = i, .count = count};
    e->in[i] = (struct edge){
        .peer = from, .tag = block, .count = count, .block = block};
}
