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

static struct msgsched_message *messages(const int *peers, int n,
                                         const struct part *part)
{
    struct msgsched_message *all = malloc(((size_t)n + 1) * sizeof(*all));

    for (int i = 0; i < n && all != NULL; i++)
        all[i] = (struct msgsched_message){.peer = peers[i],
                                           .count = part->counts[i],
                                           .type = part->types[i],
                                           .displ = part->displs[i]};
    return all;
}

/* Without memory this rank's lists are refused, on all ranks. */
static int plan_lists(MPI_Comm graph, const struct ms_ends *ends,
                      const struct part *out, const struct part *in,
                      const struct msgsched_options *options,
                      struct msgsched_plan **plan, struct msgsched_failure *why)
{
    struct msgsched_message *sends = messages(ends->out, ends->nout, out);
    struct msgsched_message *recvs = messages(ends->in, ends->nin, in);
    bool well = sends != NULL && recvs != NULL;
    int rc = msgsched_plan(graph, well ? ends->nout : -1, sends,
                           well ? ends->nin : -1, recvs, options, plan, why);

    free(sends);
    free(recvs);
    return rc;
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
    struct ms_ends ends;
    struct ms_agree a;
    int rc = graph == MPI_COMM_NULL ? MPI_ERR_COMM : MPI_SUCCESS;

    ms_agree_open(&a, graph, 0);
    if (rc != MPI_SUCCESS)
        rc = ms_all_fail(&a, rc, "not a communicator");
    else if (!ms_ends_open(&ends, graph))
        rc = ms_all_fail(&a, MPI_ERR_TOPOLOGY,
                         "not a communicator with a topology");
    if (rc != MPI_SUCCESS) {
        if (why != NULL)
            *why = a.why;
        return rc;
    }
    rc = plan_lists(graph, &ends, &out, &in, options, plan, why);
    ms_ends_close(&ends);
    return rc;
}
