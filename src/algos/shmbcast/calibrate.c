/* calibrate.c: the four numbers of the model, measured between the ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What the algorithm does is timed step by step on a handle of its own: the
 * same memory, words, tree and way to wait, and the same queue, since a byte
 * takes longer where it has to come out of another core's cache than where it
 * has left that again. A trial is one step done by all ranks, round after
 * round; its figure is the median over the rounds.
 *
 * Words change hands as in a broadcast: who waited for a control clears it, so
 * the next store finds the line in another core's cache. Ranks time themselves,
 * each by its own clock, less what a reading of it takes: no clocks have to be
 * compared.
 */
#include "handle.h"
#include "shmbcast_tune.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "agree.h"

/* A trial ends after ROUNDS, or after SECONDS when ranks outnumber cores; rank
 * 0 looks at the time after every BATCH. */
enum { ROUNDS = 1000, BATCH = 20 };
static const double SECONDS = 0.1;

/* The message that is copied, at least: larger than what most cores have for
 * themselves. */
enum { MESSAGE = 4 << 20 };

/* Controls of a child that a meeting uses: it waits for one and sets the
 * other. */
enum { DOWN, UP };

/* The last ROUNDS of [n]. */
struct series {
    double seconds[ROUNDS];
    unsigned n;
};

struct bench {
    struct shmbcast *h;
    char *message;
    size_t fragment, bytes; /* of which this many are copied, of the message */
    double clock;           /* what a reading takes */
    double left;            /* when this rank left the set */
    uint64_t round;         /* counts through all trials */
    unsigned nth;           /* round of the trial, from 0 */
    struct series first, second; /* of the trial */
};

typedef void round_fn(struct bench *b);

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void record(struct series *s, double seconds)
{
    s->seconds[s->n++ % ROUNDS] = seconds;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* 0 for a rank that had nothing to time. */
static double median(struct series *s)
{
    size_t n = s->n < ROUNDS ? s->n : ROUNDS;

    if (n == 0)
        return 0;
    qsort(s->seconds, n, sizeof(s->seconds[0]), by_value);
    return s->seconds[n / 2];
}

static sb_control_t *control_of(const struct bench *b, int rank, unsigned index)
{
    return sb_control(b->h->base, &b->h->layout, rank, index);
}

static void tell(sb_control_t *control, uint64_t round)
{
    /* release: what the rank has done before; pairs with await() */
    atomic_store_explicit(control, round, memory_order_release);
}

static void await(const struct bench *b, sb_control_t *control)
{
    /* pairs with the store in tell() */
    sb_wait_equal(control, b->round, &b->h->waiter);
    /* relaxed: set again only after the rank has told somebody */
    atomic_store_explicit(control, 0, memory_order_relaxed);
}

/* This rank's children; rank 0 is the root, so ranks are virtual ranks. */
static const int *children(const struct bench *b, const int **end)
{
    const struct sb_tree *tree = &b->h->tree;

    *end = tree->child + tree->first[b->h->rank + 1];
    return tree->child + tree->first[b->h->rank];
}

/* Controls [index] of the children are set, down the tree from rank 0. */
static void pass_down(const struct bench *b, unsigned index)
{
    const int *end, *child = children(b, &end);

    if (b->h->rank != 0)
        await(b, control_of(b, b->h->rank, index));
    for (; child < end; child++)
        tell(control_of(b, *child, index), b->round);
}

/* All ranks: down the tree, and answers up it. */
static void meet(const struct bench *b)
{
    const int *end, *child = children(b, &end);

    pass_down(b, DOWN);
    for (; child < end; child++)
        await(b, control_of(b, *child, UP));
    if (b->h->rank != 0)
        tell(control_of(b, b->h->rank, UP), b->round);
}

/* tW */
static void notify_round(struct bench *b)
{
    double begin = now();

    meet(b);
    if (b->h->rank == 0)
        record(&b->first, (now() - begin - b->clock) / 2);
}

static void enter_set(const struct bench *b, struct sb_set *set)
{
    const struct sb_waiter *w = &b->h->waiter;

    if (b->h->rank != 0) {
        /* pairs with the root's store of op */
        sb_wait_equal(&set->op, b->round, w);
        return;
    }
    /* pairs with the decrements in leave_set() */
    sb_wait_equal(&set->nreaders, 0, w);
    /* relaxed: published by the store that follows */
    atomic_store_explicit(&set->nreaders, (uint64_t)b->h->size - 1,
                          memory_order_relaxed);
    /* release: nreaders before op; pairs with the wait above */
    atomic_store_explicit(&set->op, b->round, memory_order_release);
}

static void leave_set(const struct bench *b, struct sb_set *set)
{
    /* release: as in a broadcast; pairs with the root's wait for 0 */
    if (b->h->rank != 0)
        atomic_fetch_sub_explicit(&set->nreaders, 1, memory_order_release);
}

/* tWO and tA: a set without fragments is opened and left. */
static void set_round(struct bench *b)
{
    struct sb_set *set = sb_set(b->h->base, &b->h->layout, 0);
    double seen, left;

    enter_set(b, set);
    seen = now();
    leave_set(b, set);
    left = now();
    if (b->h->rank == 0)
        return;
    record(&b->first, seen - b->left - b->clock);
    record(&b->second, left - seen - b->clock);
    b->left = left;
}

/* t: a fragment of a broadcast. The root runs ahead as far as the queue goes.
 */
static void copy_round(struct bench *b)
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
    record(&b->first, (now() - begin - b->clock) / (double)b->fragment);
    if (b->h->rank == 0)
        pass_down(b, index);
    if (index == s - 1)
        leave_set(b, set);
}

/* ROUNDS after [warmup] of them. */
static int trial(struct bench *b, round_fn *round, int warmup)
{
    double begin = now();
    int over = 0, rc = MPI_SUCCESS;

    b->left = begin;
    b->nth = 0;
    b->first.n = b->second.n = 0;
    while (rc == MPI_SUCCESS && !over) {
        for (int i = 0; i < BATCH; i++) {
            b->round++;
            round(b);
            b->nth++;
        }
        over = b->nth >= (unsigned)warmup + ROUNDS || now() - begin > SECONDS;
        rc = MPI_Bcast(&over, 1, MPI_INT, 0, b->h->waiter.comm);
    }
    return rc;
}

static double clock_cost(struct bench *b)
{
    b->first.n = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double begin = now();

        record(&b->first, now() - begin);
    }
    return median(&b->first);
}

/* This rank's figures. */
static int measure(struct bench *b, struct shmbcast_model *mine)
{
    int rc;

    b->clock = clock_cost(b);
    rc = trial(b, notify_round, 0);
    mine->tw = median(&b->first);
    if (rc == MPI_SUCCESS)
        rc = trial(b, set_round, 0);
    mine->two = median(&b->first);
    mine->ta = median(&b->second);
    if (rc == MPI_SUCCESS) /* once through the queue: pages, caches */
        rc = trial(b, copy_round, b->h->params.s);
    mine->t = median(&b->first);
    return rc;
}

/* The slowest rank's figures, on all ranks. */
static int agree(const struct shmbcast_model *mine, MPI_Comm comm,
                 struct shmbcast_model *model)
{
    const double least = 1e-9; /* of a wait; of a byte, a thousandth */
    double in[] = {mine->t, mine->tw, mine->two, mine->ta}, out[4];
    int rc = MPI_Allreduce(in, out, 4, MPI_DOUBLE, MPI_MAX, comm);

    if (rc == MPI_SUCCESS)
        *model = (struct shmbcast_model){
            .t = out[0] > least / 1000 ? out[0] : least / 1000,
            .tw = out[1] > least ? out[1] : least,
            .two = out[2] > least ? out[2] : least,
            .ta = out[3] > least ? out[3] : least,
        };
    return rc;
}

/* A message of whole fragments, or the first bytes of very large ones. */
static int make_message(struct bench *b)
{
    size_t f = b->h->layout.f, n;

    b->fragment = f < MESSAGE ? f : MESSAGE;
    n = (MESSAGE + b->fragment - 1) / b->fragment;
    b->bytes = n * b->fragment;
    b->message = malloc(b->bytes);
    if (b->message == NULL)
        return 0;
    memset(b->message, 1, b->bytes);
    return 1;
}

static int calibrate(struct shmbcast *h, struct shmbcast_model *model)
{
    struct bench *b = calloc(1, sizeof(*b));
    struct shmbcast_model mine = {0};
    int here = b != NULL, everywhere, rc;

    if (here) {
        b->h = h;
        here = make_message(b);
    }
    rc = MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, h->waiter.comm);
    if (rc == MPI_SUCCESS && !everywhere)
        rc = MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        rc = measure(b, &mine);
    if (rc == MPI_SUCCESS)
        rc = agree(&mine, h->waiter.comm, model);
    if (b != NULL)
        free(b->message);
    free(b);
    return rc;
}

/* The queue that is measured: two controls are needed, and one set. */
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
    rc = sb_error_class(calibrate(h, model));
    shmbcast_free(&h);
    return rc;
}
