/* tune.c: f, s, q and the tree by trials between the ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * All candidates of a stage have a handle of their own. They take turns, round
 * after round, so that whatever the machine does meanwhile hits all alike. In
 * its turn a candidate sends messages of several sizes from rank 0, the longest
 * first and twice, since a queue that is in use is in the caches. Buffers are
 * other bytes of a long message each time.
 *
 * Rank 0 takes the time until all have answered, on its own clock; what the
 * answers take is the same for all candidates. It also says what comes next, by
 * a broadcast: ranks never differ in what they do.
 */
#include "tune.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agree.h"
#include "clock.h"
#include "page.h"
#include "rounds.h"
#include "tree.h"

enum { ROUNDS = 15, SIZES = 6, MESSAGE = 4 << 20 };
static const size_t sizes[SIZES] = {1 << 20, 1 << 18, 1 << 16,
                                    1 << 14, 1 << 10, 1 << 6};

/* All stages together. */
static const double SECONDS = 0.5;

struct candidate {
    struct shmbcast *h; /* NULL: could not be made */
    struct shmbcast_trial trial;
    double seconds[SIZES][ROUNDS]; /* on rank 0 */
};

struct trials {
    MPI_Comm comm;         /* the user's: for handles */
    struct sb_rounds meet; /* a handle of its own, for answers and decisions */
    char *message;
    size_t at;         /* byte of the message that comes next */
    double begin, end; /* of all, and of this stage; rank 0's clock */
    struct candidate candidates[SB_CANDIDATES];
    int n;
    int rc; /* of the first candidate that could not be made */
};

/* Rank 0's [n] bytes are everybody's. */
static void follow(struct trials *t, void *bytes, size_t n)
{
    /* cannot fail: dense, and all ranks expect as much */
    (void)shmbcast_bcast(bytes, (MPI_Count)n, MPI_BYTE, 0, t->meet.h);
}

/* Rank 0's answer to a question. */
static bool decided(struct trials *t, bool mine)
{
    follow(t, &mine, sizeof(mine));
    return mine;
}

/* Bytes of a rank's queue. */
static double queue_bytes(const struct shmbcast_params *p)
{
    return (double)p->s * ((double)p->f + (double)sb_page_size());
}

static void make_candidate(struct trials *t, const struct shmbcast_params *p,
                           enum sb_search stage)
{
    struct candidate *c = &t->candidates[t->n];
    int rc;

    *c = (struct candidate){.trial = {.params = *p, .stage = (int)stage}};
    rc = shmbcast_create(t->comm, p, &c->h);
    if (rc == MPI_SUCCESS)
        t->n++;
    else if (t->rc == MPI_SUCCESS)
        t->rc = rc;
}

/* The first, and of the others those for which there is memory and time. */
static void make_candidates(struct trials *t,
                            const struct shmbcast_params *list, int n,
                            enum sb_search stage, double budget)
{
    double bytes = 0;

    t->n = 0;
    for (int i = 0; i < n; i++) {
        double more = queue_bytes(&list[i]);
        bool fits = bytes + more <= budget && sb_now() < t->end;

        if (!decided(t, i == 0 || fits))
            continue;
        make_candidate(t, &list[i], stage);
        bytes += more;
    }
}

static void free_candidates(struct trials *t)
{
    for (int i = 0; i < t->n; i++)
        shmbcast_free(&t->candidates[i].h);
    t->n = 0;
}

/* Seconds of a message of [n] bytes and the answers to it; of use on rank 0. */
static double send_one(struct trials *t, struct shmbcast *h, size_t n)
{
    double begin;

    if (t->at + n > MESSAGE)
        t->at = 0;
    begin = sb_now();
    (void)shmbcast_bcast(t->message + t->at, (MPI_Count)n, MPI_BYTE, 0, h);
    sb_answer(&t->meet);
    t->at += n;
    return sb_now() - begin;
}

static void take_turn(struct trials *t, struct candidate *c)
{
    int round = c->trial.rounds++;

    send_one(t, c->h, sizes[0]);
    for (int i = 0; i < SIZES; i++)
        c->seconds[i][round] = send_one(t, c->h, sizes[i]);
}

/* Time may be over before everybody had a turn. */
static void measure(struct trials *t)
{
    for (int turn = 0; turn < ROUNDS * t->n; turn++) {
        take_turn(t, &t->candidates[turn % t->n]);
        if (decided(t, sb_now() > t->end))
            break;
    }
}

static double score(struct candidate *c)
{
    double sum = 0;

    for (int i = 0; i < SIZES; i++)
        sum += log(sb_median(c->seconds[i], (size_t)c->trial.rounds));
    return exp(sum / SIZES);
}

/* The fastest becomes the [best]; the first of equal ones. */
static void choose(struct trials *t, struct shmbcast_params *best,
                   struct shmbcast_tuning *tuning)
{
    double least = INFINITY;

    for (int i = 0; i < t->n; i++) {
        struct candidate *c = &t->candidates[i];

        if (c->trial.rounds > 0)
            c->trial.seconds = score(c);
        follow(t, &c->trial, sizeof(c->trial));
        tuning->trials[tuning->ntrials++] = c->trial;
        if (c->trial.rounds > 0 && c->trial.seconds < least) {
            least = c->trial.seconds;
            *best = c->trial.params;
        }
    }
}

/* A stage has its share of the time that is left. */
static void run_stage(struct trials *t, const struct shmbcast_params *given,
                      struct shmbcast_params *best, enum sb_search stage,
                      struct shmbcast_tuning *tuning)
{
    struct shmbcast_params list[SB_CANDIDATES];
    int n = sb_candidates(given, best, stage, t->meet.h->size, list);
    double now = sb_now(), left = t->begin + SECONDS - now;

    if (n == 1 || !decided(t, left > 0))
        return;
    t->end = now + left / (SB_STAGES - (int)stage);
    make_candidates(t, list, n, stage, tuning->budget);
    if (t->n > 0) {
        measure(t);
        choose(t, best, tuning);
    }
    free_candidates(t);
}

/* The same, and sound, on all ranks? Then memory for the trials. */
static int prepare(struct sb_agree *a, const struct shmbcast_params *given,
                   const struct shmbcast_params *first, struct trials **t)
{
    long long values[] = {(long long)given->f, given->s, given->q, given->tree,
                          sb_tree_arity(first->tree, first->k)};
    int rc;

    sb_note(a, SB_ARGUMENT, -shmbcast_params_check(first, NULL));
    rc = sb_agree_same(a, values, sizeof(values) / sizeof(values[0]));
    if (rc != MPI_SUCCESS)
        return rc;
    *t = calloc(1, sizeof(**t));
    if (*t != NULL)
        (*t)->message = malloc(MESSAGE);
    if (!sb_note(a, SB_MEMORY,
                 *t == NULL || (*t)->message == NULL ? ENOMEM : 0))
        return sb_agree(a);
    memset((*t)->message, 1, MESSAGE); /* pages of its own */
    return sb_agree(a);
}

/* All stages; [h] is for answers. */
static int tune(MPI_Comm comm, struct shmbcast *h,
                struct shmbcast_params *params, struct shmbcast_tuning *tuning)
{
    struct sb_agree a = {.comm = h->waiter.comm, .rank = h->rank};
    struct shmbcast_params best = *params;
    struct trials *t = NULL;
    int rc;

    shmbcast_params_first(&best);
    rc = prepare(&a, params, &best, &t);
    if (rc == MPI_SUCCESS) {
        t->comm = comm;
        t->meet.h = h;
        t->begin = sb_now();
        for (int stage = 0; h->size > 1 && stage < SB_STAGES; stage++)
            run_stage(t, params, &best, (enum sb_search)stage, tuning);
        if (tuning->ntrials == 0)
            rc = t->rc;
    }
    if (rc == MPI_SUCCESS)
        *params = best;
    if (t != NULL)
        free(t->message);
    free(t);
    return rc;
}

int sb_tune(MPI_Comm comm, struct shmbcast_params *params,
            struct shmbcast_tuning *tuning)
{
    /* two controls, one for broadcasts and one for answers */
    const struct shmbcast_params small = {sb_page_size(), 2, 1,
                                          SHMBCAST_TREE_KARY, 2};
    struct shmbcast *h;
    int rc = shmbcast_create(comm, &small, &h);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = tune(comm, h, params, tuning);
    shmbcast_free(&h);
    return rc;
}
