/* graph.c: plans of what MPI_Neighbor_alltoallw() would exchange. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>

#include "agree.h"
#include "graph.h"

/* Arguments of one side. */
struct part {
    const int *counts;
    const MPI_Aint *displs;
    const MPI_Datatype *types;
};

struct lists {
    struct ms_ends ends;
    struct msgsched_message *sends, *recvs;
};

/* Block s of a side has tag s ^ flip: in a grid what is sent in one direction
 * of a dimension, block s, arrives from the other one, in block s ^ 1, also
 * where both neighbors are the same rank. */
static struct msgsched_message *messages(const struct ms_ends *ends,
                                         const int *peers, int n,
                                         const struct part *part, int flip)
{
    struct msgsched_message *all = malloc(((size_t)n + 1) * sizeof(*all));

    for (int i = 0; i < n && all != NULL; i++)
        all[i] = (struct msgsched_message){.peer = peers[i],
                                           .tag = ends->grid ? i ^ flip : 0,
                                           .count = part->counts[i],
                                           .type = part->types[i],
                                           .displ = part->displs[i]};
    return all;
}

/* This rank's lists; the ranks agree whether there is memory for them. */
static int lists_make(struct lists *l, MPI_Comm graph, const struct part *out,
                      const struct part *in, struct ms_agree *a)
{
    int rc = ms_ends_open(&l->ends, graph);

    if (rc == MPI_ERR_TOPOLOGY)
        return ms_all_fail(a, rc, "not a communicator with a topology");
    if (rc == MPI_SUCCESS) {
        l->sends = messages(&l->ends, l->ends.out, l->ends.nout, out, 1);
        l->recvs = messages(&l->ends, l->ends.in, l->ends.nin, in, 0);
    }
    if (l->sends == NULL || l->recvs == NULL)
        ms_refuse(a, MS_MEMORY, MPI_PROC_NULL, MPI_PROC_NULL);
    return ms_agreed(a);
}

int msgsched_plan_neighbor(MPI_Comm graph, const int sendcounts[],
                           const MPI_Aint sdispls[],
                           const MPI_Datatype sendtypes[],
                           const int recvcounts[], const MPI_Aint rdispls[],
                           const MPI_Datatype recvtypes[],
                           const struct msgsched_options *options,
                           struct msgsched_plan **plan,
                           struct msgsched_failure *why)
{
    struct part out = {sendcounts, sdispls, sendtypes};
    struct part in = {recvcounts, rdispls, recvtypes};
    struct lists l = {.sends = NULL};
    struct ms_agree a;
    int rc, rank = 0;

    if (graph != MPI_COMM_NULL)
        MPI_Comm_rank(graph, &rank);
    ms_agree_open(&a, graph, rank);
    rc = graph == MPI_COMM_NULL
             ? ms_all_fail(&a, MPI_ERR_COMM, "not a communicator")
             : lists_make(&l, graph, &out, &in, &a);
    if (rc == MPI_SUCCESS)
        rc = msgsched_plan(graph, l.ends.nout, l.sends, l.ends.nin, l.recvs,
                           options, plan, why);
    else if (why != NULL)
        *why = a.why;
    ms_ends_close(&l.ends);
    free(l.sends);
    free(l.recvs);
    return rc;
}
