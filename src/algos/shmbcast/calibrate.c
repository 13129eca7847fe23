/* calibrate.c: measures the model's four numbers on the ranks, and sets the
 * parameters left to the model. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 5 of the paper needs t, tW, tWO and tA. Each is the time of one step
 * of the broadcast, measured on a separate handle. That handle has the same
 * memory, control words, tree, waits and queue as a broadcast; the queue
 * matters because a byte takes longer if it comes from another core's cache.
 * All ranks repeat one step in rounds; the result is the median over the
 * rounds, on the rank where it is largest.
 *
 * Cache lines move as in a broadcast: the waiting rank clears the control, so
 * the next store to it finds the line in another core's cache. Each rank times
 * itself and subtracts the cost of reading its clock; clocks of different ranks
 * are not compared. Cost: at most 0.1 s for each of three steps.
 */
#include "shmbcast_tune.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agree.h"
#include "handle.h"
#include "lib/now.h"
#include "trials.h"

enum { ROUNDS = 1000 };

struct rounds {
    struct shmbcast *h;
    char *message;
    size_t fragment, bytes; /* bytes copied in a round; bytes of the message */
    double clock;           /* seconds of one clock reading */
    double left;            /* time at which this rank left the set */
    uint64_t round;         /* number of rounds so far, in all trials */
    unsigned nth;           /* index of the round in this trial, from 0 */
    /* seconds of the last ROUNDS rounds; 0 on a rank that times nothing */
    double first[ROUNDS], second[ROUNDS];
};

/* One round of a step on all ranks. Stores times in [first] and [second]. */
typedef void round_fn(struct rounds *b);

/* A trial ends after ROUNDS rounds, or after SECONDS if ranks outnumber cores;
 * rank 0 reads the clock after every BATCH rounds. */
enum { BATCH = 20 };
static const double SECONDS = 0.1;

/* A child's two controls: its parent sets DOWN, the child sets UP. */
enum { DOWN, UP };

static void record(const struct rounds *b, double *seconds, double value)
{
    seconds[b->nth % ROUNDS] = value - b->clock;
}

static sb_control_t *control_of(const struct rounds *b, int rank,
                                unsigned index)
{
    return sb_control(b->h->base, &b->h->layout, rank, index);
}

static void tell(sb_control_t *control, uint64_t round)
{
    /* release: orders this rank's earlier work; pairs with await() */
    atomic_store_explicit(control, round, memory_order_release);
}

static void await(const struct rounds *b, sb_control_t *control)
{
    /* pairs with the store in tell() */
    sb_wait_equal(control, b->round, &b->h->waiter);
    /* relaxed: no rank sets it again before this rank sends a notification */
    atomic_store_explicit(control, 0, memory_order_relaxed);
}

/* Sets control [index] of all ranks, down the tree from rank 0. Rank 0 is the
 * root, so ranks and virtual ranks are the same. */
static void pass_down(const struct rounds *b, unsigned index)
{
    const struct sb_tree *tree = &b->h->tree;
    int rank = b->h->rank;

    if (rank != 0)
        await(b, control_of(b, rank, index));
    for (int i = tree->first[rank]; i < tree->first[rank + 1]; i++)
        tell(control_of(b, tree->child[i], index), b->round);
}

/* Measures tW: a notification down the tree and answers up the tree. */
static void notify_round(struct rounds *b)
{
    const struct sb_tree *tree = &b->h->tree;
    int rank = b->h->rank;
    double begin = now();

    pass_down(b, DOWN);
    for (int i = tree->first[rank]; i < tree->first[rank + 1]; i++)
        await(b, control_of(b, tree->child[i], UP));
    if (rank != 0)
        tell(control_of(b, rank, UP), b->round);
    else
        record(b, b->first, now() - begin);
}

/* The root opens the set; the other ranks wait for that. */
static void enter_set(const struct rounds *b, struct sb_set *set)
{
    if (b->h->rank == 0)
        sb_set_open(b->h, set, b->round);
    else /* pairs with the store of op in sb_set_open() */
        sb_wait_equal(&set->op, b->round, &b->h->waiter);
}

/* Measures tWO and tA: all readers enter and leave an empty set. */
static void set_round(struct rounds *b)
{
    struct sb_set *set = sb_set(b->h->base, &b->h->layout, 0);
    double seen, left;

    enter_set(b, set);
    seen = now();
    if (b->h->rank != 0)
        sb_set_leave(b->h, set);
    left = now();
    if (b->h->rank == 0)
        return;
    record(b, b->first, seen - b->left);
    record(b, b->second, left - seen);
    b->left = left;
}

/* Measures t: one fragment of a broadcast. The root may be ahead of the others
 * by a whole queue. */
static void copy_round(struct rounds *b)
{
    struct sb_set *set = sb_set(b->h->base, &b->h->layout, 0);
    unsigned s = (unsigned)b->h->params.s, index = b->nth % s;
    char *user = b->message + b->nth * b->fragment % b->bytes;
    char *fragment = sb_fragment(b->h->base, &b->h->layout, 0, index);
    double begin;

    if (index == 0)
        enter_set(b, set);
    if (b->h->rank != 0)
        pass_down(b, index);
    begin = now();
    if (b->h->rank == 0)
        memcpy(fragment, user, b->fragment);
    else
        memcpy(user, fragment, b->fragment);
    record(b, b->first, now() - begin);
    if (b->h->rank == 0)
        pass_down(b, index);
    if (b->h->rank != 0 && index == s - 1)
        sb_set_leave(b->h, set);
}

static int trial(struct rounds *b, round_fn *round, int warmup)
{
    double begin = now();
    int over = 0, rc = MPI_SUCCESS;

    b->left = begin;
    b->nth = 0;
    memset(b->first, 0, sizeof(b->first));
    memset(b->second, 0, sizeof(b->second));
    while (rc == MPI_SUCCESS && !over) {
        for (int i = 0; i < BATCH; i++) {
            b->round++;
            round(b);
            b->nth++;
        }
        over = b->nth >= (unsigned)warmup + ROUNDS || now() - begin > SECONDS;
        rc = PMPI_Bcast(&over, 1, MPI_INT, 0, b->h->waiter.comm);
    }
    return rc;
}

static double clock_cost(void)
{
    double seconds[ROUNDS];

    for (int i = 0; i < ROUNDS; i++) {
        double begin = now();

        seconds[i] = now() - begin;
    }
    return sb_median(seconds, ROUNDS);
}

/* Minimum bytes of the copied message, more than most cores' private caches. */
enum { MESSAGE = 4 << 20 };

static double median(const struct rounds *b, double *seconds)
{
    return sb_median(seconds, b->nth < ROUNDS ? b->nth : ROUNDS);
}

/* Measures all numbers. All ranks get the slowest rank's result. */
static int measure(struct rounds *b, struct shmbcast_model *model)
{
    const double least = 1e-9; /* lower limit of waits; that of t is 1000 times
                                * smaller */
    double t = 0, tw = 0, two = 0, ta = 0;
    int rc;

    b->clock = clock_cost();
    rc = trial(b, notify_round, 0);
    tw = median(b, b->first) / 2;
    if (rc == MPI_SUCCESS)
        rc = trial(b, set_round, 0);
    two = median(b, b->first);
    ta = median(b, b->second);
    if (rc == MPI_SUCCESS) /* the first pass through the queue is the warm-up */
        rc = trial(b, copy_round, b->h->params.s);
    t = median(b, b->first) / (double)b->fragment;
    if (rc == MPI_SUCCESS) {
        double in[] = {fmax(t, least / 1000), fmax(tw, least), fmax(two, least),
                       fmax(ta, least)},
               out[4];

        rc = PMPI_Allreduce(in, out, 4, MPI_DOUBLE, MPI_MAX, b->h->waiter.comm);
        if (rc == MPI_SUCCESS)
            *model = (struct shmbcast_model){
                .t = out[0], .tw = out[1], .two = out[2], .ta = out[3]};
    }
    return rc;
}

/* Allocates a message of whole fragments, or, if these are very large, of their
 * beginnings. Returns 0 or an errno. */
static int make_message(struct rounds *b)
{
    size_t f = b->h->layout.f, n;

    b->fragment = f < MESSAGE ? f : MESSAGE;
    n = (MESSAGE + b->fragment - 1) / b->fragment;
    b->bytes = n * b->fragment;
    b->message = malloc(b->bytes);
    if (b->message == NULL)
        return ENOMEM;
    memset(b->message, 1, b->bytes);
    return 0;
}

static int calibrate(struct shmbcast *h, struct shmbcast_model *model)
{
    struct sb_agree a = {.comm = h->waiter.comm, .rank = h->rank};
    struct rounds b = {.h = h};
    int rc;

    sb_note(&a, SB_MEMORY, make_message(&b));
    rc = sb_agree(&a);
    if (rc == MPI_SUCCESS)
        rc = measure(&b, model);
    free(b.message);
    return rc;
}

/* Returns the parameters of the queue to measure: one set, two or more
 * controls. */
static struct shmbcast_params measured(const struct shmbcast_params *params)
{
    struct shmbcast_params usual = shmbcast_params_default(), p = usual;

    if (params != NULL)
        p = *params;
    if (p.f == SHMBCAST_F_MODEL)
        p.f = usual.f;
    if (p.s == SHMBCAST_S_MODEL)
        p.s = usual.s;
    if (p.s == 1)
        p.s = 2;
    p.q = 1;
    return p;
}

int shmbcast_calibrate(MPI_Comm comm, const struct shmbcast_params *params,
                       struct shmbcast_model *model)
{
    struct shmbcast_params p = measured(params);
    struct shmbcast *h;
    int rc = shmbcast_create(comm, &p, &h);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = al_error_class(calibrate(h, model));
    shmbcast_free(&h);
    return rc;
}

int shmbcast_params_resolve(MPI_Comm comm, struct shmbcast_params *params,
                            struct shmbcast_tuning *tuning)
{
    struct shmbcast_tuning t = {.budget = shmbcast_budget()};
    int rc = shmbcast_calibrate(comm, params, &t.model);

    if (rc != MPI_SUCCESS)
        return rc;
    t.best_f = shmbcast_model_best_f(&t.model, t.budget, t.budget);
    t.best_s = t.budget / t.best_f;
    shmbcast_params_choose(params, &t.model, t.budget);
    *tuning = t;
    return MPI_SUCCESS;
}
