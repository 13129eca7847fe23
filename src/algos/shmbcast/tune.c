/* tune.c: parameters of the published algorithm by the model and by trials. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Searches around the values that the paper found good: fragments of 8 to 12
 * KiB, 32 to 64 buffers, one set or two, binary trees and chains. Each
 * candidate of a stage has its own handle and is timed in six settings
 * (trials.c); the smallest geometric mean over sizes and settings wins.
 */
#include "trials.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "agree.h"
#include "team.h"
#include "tree.h"
#include "handle.h"
#include "lib/now.h"

static const struct {
    enum shmbcast_tree tree;
    int k;
} trees[] = {
    {SHMBCAST_TREE_KARY, 2},    {SHMBCAST_TREE_FLAT, 0},
    {SHMBCAST_TREE_CHAIN, 0},   {SHMBCAST_TREE_KARY, 4},
    {SHMBCAST_TREE_KNOMIAL, 2}, {SHMBCAST_TREE_KNOMIAL, 4},
};
static const size_t fragments[] = {8192, 4096, 12288, 16384, 32768, 65536};
static const int lengths[] = {64, 8, 16, 32, 128};
static const int sets[] = {2, 1};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

_Static_assert(LENGTH(lengths) * LENGTH(sets) == SB_CANDIDATES, "room for all");
_Static_assert(LENGTH(trees) + LENGTH(fragments) + SB_CANDIDATES ==
                   SHMBCAST_TRIALS,
               "room for all");

bool shmbcast_params_tuned(const struct shmbcast_params *p)
{
    return p->f == SHMBCAST_F_TUNED || p->s == SHMBCAST_S_TUNED ||
           p->q == SHMBCAST_Q_TUNED || p->tree == SHMBCAST_TREE_TUNED;
}

/* Returns [length], a number of buffers, rounded up to a multiple of q. */
static int length_for(int length, int q)
{
    long long n = q > 0 ? ((long long)length + q - 1) / q * q : length;

    return n <= SHMBCAST_S_MAX ? (int)n : length;
}

void shmbcast_params_first(struct shmbcast_params *p)
{
    if (p->f == SHMBCAST_F_TUNED)
        p->f = sb_whole_pages(fragments[0]);
    if (p->q == SHMBCAST_Q_TUNED)
        p->q = p->s > 0 && p->s % sets[0] != 0 ? 1 : sets[0];
    if (p->s == SHMBCAST_S_TUNED)
        p->s = length_for(lengths[0], p->q);
    if (p->tree == SHMBCAST_TREE_TUNED) {
        p->tree = trees[0].tree;
        p->k = trees[0].k;
    }
}

/* True if each of [nranks] ranks has the same parent in both trees. */
static bool same_tree(const struct shmbcast_params *a,
                      const struct shmbcast_params *b, int nranks)
{
    for (int v = 1; v < nranks; v++)
        if (sb_tree_parent(a->tree, a->k, v) !=
            sb_tree_parent(b->tree, b->k, v))
            return false;
    return true;
}

static bool same(const struct shmbcast_params *a,
                 const struct shmbcast_params *b, int nranks)
{
    if (a->f != b->f || a->s != b->s || a->q != b->q)
        return false;
    return same_tree(a, b, nranks);
}

/* Appends [p] if it is not in the list yet. Returns the new length. */
static int add(struct shmbcast_params *list, int n, int nranks,
               const struct shmbcast_params *p)
{
    for (int i = 0; i < n; i++)
        if (same(&list[i], p, nranks))
            return n;
    list[n] = *p;
    return n + 1;
}

int sb_candidates(const struct shmbcast_params *given,
                  const struct shmbcast_params *best, enum sb_search stage,
                  int nranks, struct shmbcast_params list[SB_CANDIDATES])
{
    bool any_s = stage == SB_STAGE_QUEUE && given->s == SHMBCAST_S_TUNED;
    bool any_q = stage == SB_STAGE_QUEUE && given->q == SHMBCAST_Q_TUNED;
    struct shmbcast_params p = *best;
    int n = 1;

    list[0] = p;
    if (stage == SB_STAGE_TREE && given->tree == SHMBCAST_TREE_TUNED)
        for (size_t i = 0; i < LENGTH(trees); i++) {
            p.tree = trees[i].tree;
            p.k = trees[i].k;
            n = add(list, n, nranks, &p);
        }
    if (stage == SB_STAGE_F && given->f == SHMBCAST_F_TUNED)
        for (size_t i = 0; i < LENGTH(fragments); i++) {
            p.f = sb_whole_pages(fragments[i]);
            n = add(list, n, nranks, &p);
        }
    for (size_t i = 0; any_s ? i < LENGTH(lengths) : any_q && i == 0; i++)
        for (size_t j = 0; any_q ? j < LENGTH(sets) : j == 0; j++) {
            p.q = any_q ? sets[j] : given->q;
            p.s = any_s ? length_for(lengths[i], p.q) : given->s;
            if (p.q > 0 && p.s % p.q == 0)
                n = add(list, n, nranks, &p);
        }
    return n;
}

static const size_t sizes[] = {1 << 20, 1 << 18, 1 << 16,
                               1 << 14, 1 << 10, 1 << 6};

/* Time limit of all stages together. */
static const double SECONDS = 0.5;

/* State of a stage: the candidates whose handles could be created. */
struct stage {
    struct sb_agree *a;
    MPI_Comm comm;         /* the user's communicator, to create handles */
    struct shmbcast *meet; /* small handle for broadcasts between trials */
    struct shmbcast *handles[SB_CANDIDATES];
    struct shmbcast_trial trials[SB_CANDIDATES];
    int n;
    int rc; /* error of the first candidate that could not be created */
};

static void tell(void *state, int root, void *bytes, size_t nbytes)
{
    struct stage *g = state;

    /* cannot fail: the data have no gaps, and all ranks pass the same size */
    (void)shmbcast_bcast(bytes, (MPI_Count)nbytes, MPI_BYTE, root, g->meet);
}

/* Returns the value that [mine] has on rank 0, on all ranks. */
static bool decided(struct stage *g, bool mine)
{
    tell(g, 0, &mine, sizeof(mine));
    return mine;
}

/* Returns the bytes of a rank's queue, including control pages. */
static double queue_bytes(const struct shmbcast_params *p)
{
    return (double)p->s * ((double)p->f + (double)sb_page_size());
}

static void make_candidate(struct stage *g, const struct shmbcast_params *p,
                           enum sb_search stage)
{
    int rc = shmbcast_create(g->comm, p, &g->handles[g->n]);

    if (rc != MPI_SUCCESS) {
        g->rc = g->rc == MPI_SUCCESS ? rc : g->rc;
        return;
    }
    g->trials[g->n++] =
        (struct shmbcast_trial){.params = *p, .stage = (int)stage};
}

/* Creates the first candidate, and then others while memory and time last. */
static void make_candidates(struct stage *g, const struct shmbcast_params *list,
                            int n, enum sb_search stage, double budget,
                            double end)
{
    double bytes = 0;

    for (int i = 0; i < n; i++) {
        bool fits = bytes + queue_bytes(&list[i]) <= budget;

        if (!decided(g, i == 0 || (fits && now() < end)))
            continue;
        make_candidate(g, &list[i], stage);
        bytes += queue_bytes(&list[i]);
    }
}

static void send(void *state, int candidate, char *buf, size_t nbytes)
{
    struct stage *g = state;

    (void)shmbcast_bcast(buf, (MPI_Count)nbytes, MPI_BYTE, 0,
                         g->handles[candidate]);
}

/* Computes the geometric mean over the timed sizes, the same for all
 * candidates. */
static void set_score(struct shmbcast_trial *trial,
                      const struct sb_scores *scores, int candidate)
{
    double sum = 0;
    size_t timed = 0;

    while (timed < LENGTH(sizes) && scores->launches[timed] > 0) {
        sum += log(scores->seconds[timed][candidate]);
        timed++;
    }
    trial->rounds = scores->launches[0];
    trial->seconds = timed > 0 ? exp(sum / (double)timed) : 0;
}

/* Times the candidates; stores the fastest (the first if equal) in [best]. */
static int time_candidates(struct stage *g, double seconds,
                           struct shmbcast_params *best,
                           struct shmbcast_tuning *tuning)
{
    const struct sb_trials t = {
        .sizes = sizes,
        .nsizes = LENGTH(sizes),
        .ncandidates = g->n,
        .warm = true,
        .cold = true,
        .crowded = g->meet->waiter.oversubscribed,
        .seconds = fmax(seconds, 0),
        .once = true,
        .state = g,
        .send = send,
        .tell = tell,
    };
    struct sb_scores scores;
    double least = INFINITY;
    int rc = sb_trials_run(g->a, &t, &scores);

    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < g->n; i++) {
        set_score(&g->trials[i], &scores, i);
        tuning->trials[tuning->ntrials++] = g->trials[i];
        if (g->trials[i].seconds < least) {
            least = g->trials[i].seconds;
            *best = g->trials[i].params;
        }
    }
    return MPI_SUCCESS;
}

/* Runs a stage within its share of the seconds that are [left]. */
static int run_stage(struct stage *g, const struct shmbcast_params *given,
                     struct shmbcast_params *best, enum sb_search stage,
                     double left, struct shmbcast_tuning *tuning)
{
    struct shmbcast_params list[SB_CANDIDATES];
    double end = now() + left / (SB_STAGES - (int)stage);
    int n = sb_candidates(given, best, stage, g->meet->size, list);
    int rc = MPI_SUCCESS;

    if (n == 1 || !decided(g, left > 0))
        return MPI_SUCCESS;
    make_candidates(g, list, n, stage, tuning->budget, end);
    if (g->n > 0)
        rc = time_candidates(g, end - now(), best, tuning);
    while (g->n > 0)
        shmbcast_free(&g->handles[--g->n]);
    return rc;
}

/* Sets the parameters left to trials, and records the trials in [tuning]. */
static int tune(MPI_Comm comm, struct shmbcast_params *params,
                struct shmbcast_tuning *tuning)
{
    const struct shmbcast_params small = {sb_page_size(), 2, 1,
                                          SHMBCAST_TREE_KARY, 2};
    struct shmbcast_params best = *params;
    struct stage g = {.comm = comm};
    struct sb_agree a = {0};
    int rc = shmbcast_create(comm, &small, &g.meet);
    double end;

    if (rc != MPI_SUCCESS)
        return rc;
    a.comm = g.meet->waiter.comm;
    a.rank = g.meet->rank;
    g.a = &a;
    shmbcast_params_first(&best);
    rc = sb_params_agree(&a, params, &best);
    end = now() + SECONDS; /* earlier work does not count */
    for (int stage = 0;
         g.meet->size > 1 && stage < SB_STAGES && rc == MPI_SUCCESS; stage++)
        rc = run_stage(&g, params, &best, (enum sb_search)stage, end - now(),
                       tuning);
    if (rc == MPI_SUCCESS && tuning->ntrials == 0)
        rc = g.rc;
    if (rc == MPI_SUCCESS)
        *params = best;
    shmbcast_free(&g.meet);
    return rc;
}

int shmbcast_params_resolve(MPI_Comm comm, struct shmbcast_params *params,
                            struct shmbcast_tuning *tuning)
{
    struct shmbcast_tuning t = {.budget = shmbcast_budget()};
    struct shmbcast_params chosen;
    int rc = shmbcast_calibrate(comm, params, &t.model);

    if (rc != MPI_SUCCESS)
        return rc;
    t.best_f = shmbcast_model_best_f(&t.model, t.budget, t.budget);
    t.best_s = t.budget / t.best_f;
    chosen = *params;
    shmbcast_params_choose(&chosen, &t.model, t.budget);
    if (shmbcast_params_tuned(&chosen))
        rc = tune(comm, &chosen, &t);
    if (rc != MPI_SUCCESS)
        return rc;
    *params = chosen;
    *tuning = t;
    return MPI_SUCCESS;
}
