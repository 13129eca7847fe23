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

static bool counts(const struct ms_item *x, enum what what,
                   const struct ms_item *m)
{
    switch (what) {
    case OUT_OF:
        return x->src == m->src;
    case INTO:
        return x->dst == m->dst;
    case INTO_NODE:
        return x->dst_node == m->dst_node;
    default:
        return x->src_node == m->src_node && x->dst_node == m->dst_node;
    }
}

static int64_t bytes(const struct world *w, enum what what,
                     const struct ms_item *m)
{
    int64_t sum = 0;

    for (int i = 0; i < test_size * MESSAGES; i++)
        if (leaves(&w->items[i]) && counts(&w->items[i], what, m))
            sum += w->items[i].bytes;
    return sum;
}

static int64_t weight(const struct world *w, enum msgsched_weight how,
                      const struct ms_item *m)
{
    int64_t out = bytes(w, OUT_OF, m);
    int64_t in = bytes(w, how == MSGSCHED_WEIGHT_CODE ? INTO_NODE : INTO, m);

    if (how == MSGSCHED_WEIGHT_PROSE)
        return bytes(w, BETWEEN, m);
    return out > in ? out : in;
}

/* What ms_weigh() has to find for a message that leaves its node. */
static struct ms_item weighed(const struct world *w,
                              const struct msgsched_options *o,
                              const struct ms_item *m)
{
    int64_t apart = o->distance != NULL
                        ? w->distance[m->src_node * w->nnodes + m->dst_node]
                        : llabs((long long)m->src_node - m->dst_node);
    struct ms_item want = {.weight = weight(w, o->weight, m),
                           .distance = apart};
    bool to[RANKS] = {false}, from[RANKS] = {false};
    int out = 0, in = 0;

    for (int i = 0; i < test_size * MESSAGES; i++) {
        const struct ms_item *x = &w->items[i];

        if (!leaves(x))
            continue;
        to[x->dst_node] |= x->src_node == m->src_node;
        from[x->src_node] |= x->dst_node == m->dst_node;
        if (counts(x, BETWEEN, m) && weight(w, o->weight, x) > want.heaviest)
            want.heaviest = weight(w, o->weight, x);
    }
    for (int k = 0; k < w->nnodes; k++) {
        out += to[k];
        in += from[k];
    }
    want.alpha = ms_alpha(out, in);
    return want;
}

static void compare(const struct world *w, const struct msgsched_options *o,
                    const struct ms_item *m)
{
    struct ms_item want = {.alpha = ms_alpha(1, 1)};

    if (leaves(m))
        want = weighed(w, o, m);
    EXPECT(m->weight == want.weight);
    EXPECT(m->heaviest == want.heaviest);
    EXPECT(m->distance == want.distance);
    EXPECT(m->alpha == want.alpha);
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
