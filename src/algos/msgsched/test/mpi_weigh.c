/* mpi_weigh.c: compares ms_weigh() with sums by a rank that knows all
 * messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "../plan.h"
#include "msgsched_mpi.h"
#include "sets.h"

enum { RANKS = 8, MESSAGES = 12, ALL = RANKS * MESSAGES };

/* The messages and nodes of all ranks. */
struct world {
    int node[RANKS], nnodes;
    int distance[RANKS * RANKS];
    struct ms_item items[ALL];
};

static void world_fill(struct world *w, int divisor, uint64_t seed)
{
    for (int r = 0; r < test_size; r++)
        w->node[r] = r / divisor;
    w->nnodes = w->node[test_size - 1] + 1;
    for (int i = 0; i < w->nnodes * w->nnodes; i++)
        w->distance[i] = (int)set_draw(&seed, 50);
    for (int i = 0; i < test_size * MESSAGES; i++) {
        int src = i / MESSAGES, dst = (int)set_draw(&seed, (unsigned)test_size);

        w->items[i] = (struct ms_item){.src = src,
                                       .dst = dst,
                                       .src_node = w->node[src],
                                       .dst_node = w->node[dst],
                                       .seq = i % MESSAGES,
                                       .bytes = set_draw(&seed, 1000)};
    }
}

static bool leaves(const struct ms_item *m)
{
    return m->src_node != m->dst_node;
}

/* Sums of bytes between nodes: out of m's source, into its target, into its
 * target's node, or between its two nodes. */
enum what { OUT_OF, INTO, INTO_NODE, BETWEEN };

static int64_t bytes(const struct world *w, enum what what,
                     const struct ms_item *m)
{
    int64_t sum = 0;

    for (int i = 0; i < test_size * MESSAGES; i++) {
        const struct ms_item *x = &w->items[i];
        bool counts = what == OUT_OF      ? x->src == m->src
                      : what == INTO      ? x->dst == m->dst
                      : what == INTO_NODE ? x->dst_node == m->dst_node
                                          : x->src_node == m->src_node &&
                                                x->dst_node == m->dst_node;

        sum += leaves(x) && counts ? x->bytes : 0;
    }
    return sum;
}

static int64_t weight(const struct world *w, enum msgsched_weight how,
                      const struct ms_item *m)
{
    int64_t out = bytes(w, OUT_OF, m);
    int64_t in = bytes(w, how == MSGSCHED_WEIGHT_CODE ? INTO_NODE : INTO, m);

    if (!leaves(m))
        return 0;
    if (how == MSGSCHED_WEIGHT_PROSE)
        return bytes(w, BETWEEN, m);
    return out > in ? out : in;
}

static int64_t heaviest(const struct world *w, enum msgsched_weight how,
                        const struct ms_item *m)
{
    int64_t most = 0;

    for (int i = 0; i < test_size * MESSAGES; i++) {
        const struct ms_item *x = &w->items[i];

        if (leaves(m) && x->src_node == m->src_node &&
            x->dst_node == m->dst_node && weight(w, how, x) > most)
            most = weight(w, how, x);
    }
    return most;
}

/* Returns the number of nodes that m's source node sends to if out, else of
 * nodes that send to its target node. */
static int degree(const struct world *w, const struct ms_item *m, bool out)
{
    int n = 0;

    for (int k = 0; k < w->nnodes; k++) {
        bool joined = false;

        for (int i = 0; i < test_size * MESSAGES; i++) {
            const struct ms_item *x = &w->items[i];
            int here = out ? x->src_node : x->dst_node;
            int there = out ? x->dst_node : x->src_node;

            joined |= leaves(x) && there == k &&
                      here == (out ? m->src_node : m->dst_node);
        }
        n += joined;
    }
    return n;
}

static void compare(const struct world *w, const struct msgsched_options *o,
                    const struct ms_item *m)
{
    int64_t apart = o->distance != NULL
                        ? w->distance[m->src_node * w->nnodes + m->dst_node]
                        : llabs((long long)m->src_node - m->dst_node);

    EXPECT(m->weight == weight(w, o->weight, m));
    EXPECT(m->heaviest == heaviest(w, o->weight, m));
    EXPECT(m->distance == (leaves(m) ? apart : 0));
    EXPECT(m->alpha == (leaves(m)
                            ? ms_alpha(degree(w, m, true), degree(w, m, false))
                            : ms_alpha(1, 1)));
}

static void weigh(const struct world *w, const char *text, bool distances)
{
    struct msgsched_options o = test_options(text);
    struct msgsched_plan *plan;
    struct ms_item mine[MESSAGES];
    struct ms_agree a;

    o.node = w->node;
    o.distance = distances ? w->distance : NULL;
    o.distance_nodes = w->nnodes;
    memcpy(mine, w->items + test_rank * MESSAGES, sizeof(mine));
    plan = test_plan_of(MPI_COMM_WORLD, 0, NULL, 0, NULL, &o);
    if (plan == NULL)
        return;
    ms_agree_open(&a, plan->comm->comm, plan->comm->rank);
    EXPECT(ms_weigh(plan, mine, MESSAGES, &a) == MPI_SUCCESS);
    for (int i = 0; i < MESSAGES; i++)
        compare(w, &o, &mine[i]);
    test_free(&plan);
}

void case_weigh(void)
{
    static const char *const how[] = {"weight=process", "weight=code",
                                      "weight=prose"};

    EXPECT(test_size <= RANKS);
    for (int divisor = 1; divisor <= 3; divisor++)
        for (uint64_t seed = 900; seed < 903; seed++) {
            struct world w;

            world_fill(&w, divisor, seed);
            for (size_t i = 0; i < sizeof(how) / sizeof(how[0]); i++)
                weigh(&w, how[i], seed % 2 == 1);
        }
}
