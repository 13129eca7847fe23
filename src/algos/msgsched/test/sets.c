/* sets.c: pseudorandom sets of messages, the same in each run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "sets.h"

/* The splitmix64 generator. */
unsigned set_draw(uint64_t *seed, unsigned below)
{
    uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ (z >> 31)) % below);
}

/* Each pair of ranks has one weight; each pair of nodes one heaviest, distance
 * and alpha. */
struct figures {
    int64_t weight[SET_RANKS][SET_RANKS];
    int64_t heaviest[SET_RANKS][SET_RANKS];
    int64_t distance[SET_RANKS][SET_RANKS];
    double alpha[SET_RANKS][SET_RANKS];
    int64_t tcopy[2]; /* within a node, and between nodes */
};

static void figures_draw(struct figures *f, const int node[], uint64_t *seed)
{
    static const int64_t tcopies[] = {0, 1, 64, 1024, 4096, INT64_MAX};
    static const double alphas[] = {1.01, 1.5, 2.5, 3.08, 100.0};

    *f = (struct figures){
        .tcopy = {tcopies[set_draw(seed, 6)], tcopies[set_draw(seed, 6)]}};
    for (int a = 0; a < SET_RANKS; a++)
        for (int b = 0; b < SET_RANKS; b++) {
            int64_t *heaviest = &f->heaviest[node[a]][node[b]];

            f->weight[a][b] = set_draw(seed, 4);
            if (*heaviest < f->weight[a][b])
                *heaviest = f->weight[a][b];
            f->distance[a][b] = a == b ? 0 : 1 + set_draw(seed, 3);
            f->alpha[a][b] = alphas[set_draw(seed, 5)];
        }
}

static int64_t bytes_draw(uint64_t *seed)
{
    static const unsigned below[] = {1, 9, 100, 2000, 10000};

    return set_draw(seed, below[set_draw(seed, 5)]);
}

void set_fill(struct set *s, int src, uint64_t *seed)
{
    int node[SET_RANKS], nnodes = 1 + (int)set_draw(seed, SET_RANKS);
    int calls[SET_RANKS] = {0};
    struct figures f;

    for (int r = 0; r < SET_RANKS; r++)
        node[r] = r < nnodes ? r : (int)set_draw(seed, nnodes);
    figures_draw(&f, node, seed);
    s->n = set_draw(seed, SET_MAX + 1);
    for (size_t i = 0; i < s->n; i++) {
        int a = src >= 0 ? src : (int)set_draw(seed, SET_RANKS);
        int b = (int)set_draw(seed, SET_RANKS);

        s->items[i] = (struct ms_item){
            .src = a,
            .dst = b,
            .src_node = node[a],
            .dst_node = node[b],
            .seq = calls[a]++,
            .bytes = bytes_draw(seed),
            .weight = f.weight[a][b],
            .heaviest = f.heaviest[node[a]][node[b]],
            .distance = f.distance[node[a]][node[b]],
            .alpha = f.alpha[node[a]][node[b]],
            .tcopy = f.tcopy[node[a] != node[b]],
        };
    }
}

void set_options(struct msgsched_options *o, uint64_t *seed)
{
    static const int64_t wmaxs[] = {1, 100, 5000, 1 << 20};

    *o = msgsched_options_default();
    o->dist = set_draw(seed, 3);
    o->heavy = set_draw(seed, 2);
    o->group = set_draw(seed, 2) == 1;
    o->intra = set_draw(seed, 2);
    o->across = set_draw(seed, 2);
    o->scope = set_draw(seed, 2);
    o->wmax = wmaxs[set_draw(seed, 4)];
    o->wmin = set_draw(seed, 2) * set_draw(seed, (unsigned)o->wmax);
    o->fixed = wmaxs[set_draw(seed, 4)];
}
