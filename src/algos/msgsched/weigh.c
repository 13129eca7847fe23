/* weigh.c: sums over all ranks, for the order and sizes of wire messages.
 *
 * Algorithm 1 sorts pairs of processes by the bytes that they send and receive,
 * and alpha depends on the degrees NDout and NDin of the nodes. No rank knows
 * all messages, so a few allreduces of one number per rank or node compute
 * these sums.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan.h"

#include <stdlib.h>

struct sums {
    int64_t out;     /* bytes that this rank sends to other nodes */
    int64_t *in;     /* bytes that each rank receives from other nodes */
    int64_t *most;   /* greatest weight of a pair of processes, to each node */
    int64_t *joined; /* positive for each node that this node sends to */
    int64_t *degree; /* number of nodes that send to each node */
    int targets;     /* number of nodes that this node sends to */
    MPI_Comm node;   /* ranks of this node */
};

static bool within_node(const struct ms_item *item)
{
    return item->src_node == item->dst_node;
}

static int sum(int64_t *values, int n, MPI_Op op, MPI_Comm comm)
{
    return MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_INT64_T, op, comm);
}

/* Sums the bytes to each rank, and finds the nodes that this node sends to. */
static int sums_bytes(const struct msgsched_plan *p, struct sums *s,
                      const struct ms_item *items, size_t n)
{
    int rc;

    for (size_t i = 0; i < n; i++) {
        const struct ms_item *m = &items[i];

        if (within_node(m))
            continue;
        s->out += m->bytes;
        s->in[m->dst] += m->bytes;
        s->joined[m->dst_node] = 1;
    }
    rc = sum(s->in, p->comm->size, MPI_SUM, p->comm->comm);
    if (rc == MPI_SUCCESS)
        rc = sum(s->joined, p->nnodes, MPI_SUM, s->node);
    return rc;
}

/* Sums the degrees of the nodes: one rank of each node contributes. */
static int sums_degrees(const struct msgsched_plan *p, struct sums *s)
{
    int rank;

    MPI_Comm_rank(s->node, &rank);
    for (int k = 0; k < p->nnodes; k++) {
        s->targets += s->joined[k] > 0;
        s->degree[k] = rank == 0 && s->joined[k] > 0;
    }
    return sum(s->degree, p->nnodes, MPI_SUM, p->comm->comm);
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The weight of a pair of processes: the larger of the bytes that its source
 * sends and those that its target receives. */
static int64_t weight(const struct sums *s, const struct ms_item *m)
{
    return within_node(m) ? 0 : larger(s->out, s->in[m->dst]);
}

static int64_t distance(const struct msgsched_plan *p, const struct ms_item *m)
{
    if (within_node(m))
        return 0;
    if (p->distance != NULL)
        return p->distance[m->dst_node];
    return llabs((long long)m->src_node - m->dst_node);
}

static double growth(const struct msgsched_plan *p, const struct sums *s,
                     const struct ms_item *m)
{
    const struct ms_costs *c = &p->comm->costs;
    double alpha;

    if (p->options.alpha > 0)
        return p->options.alpha;
    if (p->options.alpha == MSGSCHED_ALPHA_BALANCE) {
        alpha = c->copy / c->wire[ms_where(p->comm, m->dst)];
        return alpha < 1.1 ? 1.1 : alpha > 64 ? 64 : alpha;
    }
    return within_node(m) ? ms_alpha(1, 1)
                          : ms_alpha(s->targets, (int)s->degree[m->dst_node]);
}

static int weigh_all(const struct msgsched_plan *p, struct sums *s,
                     struct ms_item *items, size_t n)
{
    int rc = sums_bytes(p, s, items, n);

    if (rc == MPI_SUCCESS)
        rc = sums_degrees(p, s);
    if (rc != MPI_SUCCESS)
        return rc;
    for (size_t i = 0; i < n; i++) {
        struct ms_item *m = &items[i];

        m->weight = weight(s, m);
        m->distance = distance(p, m);
        m->alpha = growth(p, s, m);
        if (!within_node(m))
            s->most[m->dst_node] = larger(s->most[m->dst_node], m->weight);
    }
    rc = sum(s->most, p->nnodes, MPI_MAX, s->node);
    for (size_t i = 0; i < n; i++)
        items[i].heaviest =
            within_node(&items[i]) ? 0 : s->most[items[i].dst_node];
    return rc;
}

int ms_weigh(const struct msgsched_plan *p, struct ms_item *items, size_t n,
             struct ms_agree *a)
{
    size_t nodes = (size_t)p->nnodes, ranks = (size_t)p->comm->size;
    struct sums s = {.in = ms_alloc(a, ranks + 3 * nodes, sizeof(*s.in)),
                     .node = MPI_COMM_NULL};
    int rc = ms_agreed(a);

    if (rc != MPI_SUCCESS)
        goto out;
    s.joined = s.in + ranks;
    s.most = s.joined + nodes;
    s.degree = s.most + nodes;
    rc = p->node == NULL
             ? MPI_SUCCESS
             : MPI_Comm_split(p->comm->comm, p->where[p->comm->rank],
                              p->comm->rank, &s.node);
    if (p->node == NULL)
        s.node = p->comm->local;
    else if (rc == MPI_SUCCESS)
        rc = MPI_Comm_set_errhandler(s.node, MPI_ERRORS_RETURN);
    if (rc == MPI_SUCCESS)
        rc = weigh_all(p, &s, items, n);
    if (p->node != NULL && s.node != MPI_COMM_NULL)
        MPI_Comm_free(&s.node);
    rc = ms_all(a, rc);
out:
    free(s.in);
    return rc;
}
