/* trial.c: which schedule is the fastest for a set of messages: all are tried.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "trial.h"

#include <math.h>
#include <stdlib.h>

#include "auto.h"
#include "scratch.h"
#include "set.h"

enum {
    MOST = 64 << 20, /* bytes of memory, on a rank */
    FEW = 4096,      /* messages; MPI libraries may be slow with more at once */
    SAMPLE = 1024,   /* of many: between two ranks, more than MPI buffers */
    SAMPLES = 1 << 16 /* ... and about so many of a rank that talks to all */
};

/* How often each is tried at first: one exchange may set up what later ones
 * have, and one may be disturbed. Simulated time does not scatter. */
#ifdef HAVE_SMPI
enum { TRIES = 1, REPEATS = false };
#else
enum { TRIES = 2, REPEATS = true };
#endif

struct trial {
    struct msgsched_plan plan; /* a copy, which carries out exchanges */
    int nsend, nrecv;
    struct ms_scratch out, in;
    int most;     /* messages that a rank sends or receives */
    double start; /* MPI_Wtime() */
    double spent; /* seconds since, on all ranks the same */
    double last;  /* ... of them with the last candidate */
    struct ms_set *set[MS_CANDIDATES]; /* NULL: not tried, or no longer */
    struct ms_agree *a;
};

static bool trial_open(struct trial *t, const struct msgsched_plan *plan,
                       const struct msgsched_message *sends,
                       const struct msgsched_message *recvs)
{
    t->plan = *plan;
    pthread_mutex_init(&t->plan.lock, NULL);
    t->plan.set = NULL;
    t->plan.arrived = malloc(((size_t)t->nrecv + 1) * sizeof(int));
    t->plan.error = MPI_SUCCESS;
    return ms_scratch_open(&t->out, t->nsend, sends, MOST) &&
           ms_scratch_open(&t->in, t->nrecv, recvs, MOST - t->out.bytes) &&
           t->plan.arrived != NULL;
}

static void trial_close(struct trial *t)
{
    for (int k = 0; k < MS_CANDIDATES; k++)
        ms_set_free(t->set[k]);
    ms_scratch_close(&t->out);
    ms_scratch_close(&t->in);
    free(t->plan.arrived);
    pthread_mutex_destroy(&t->plan.lock);
}

/* ---- candidates -----------------------------------------------------------
 */

static void set_drop(struct trial *t, int k)
{
    ms_set_free(t->set[k]);
    t->set[k] = NULL;
}

/* All ranks have all that the first exchange needs, so that none waits for one
 * that could not begin. A candidate for which a rank has no memory is left out.
 */
static int set_make(struct trial *t, int k)
{
    struct msgsched_plan *p = &t->plan;
    int rc = ms_set_make(p, ms_candidates[k], t->nsend, t->out.messages,
                         t->nrecv, t->in.messages, &t->set[k], t->a);

    if (rc == MPI_SUCCESS && t->set[k]->engine->ready != NULL) {
        p->set = t->set[k];
        p->sendbase = t->out.memory;
        p->recvbase = t->in.memory;
        t->set[k]->engine->ready(p, t->a);
        rc = ms_agreed(t->a);
    }
    if (rc != MPI_ERR_NO_MEM)
        return rc;
    set_drop(t, k);
    ms_agree_open(t->a, p->home->comm, p->home->rank);
    return MPI_SUCCESS;
}

/* ---- exchanges ------------------------------------------------------------
 */

/* Seconds of one exchange of candidate k; INFINITY where it is left out. */
static double exchange(struct trial *t, int k)
{
    struct msgsched_plan *p = &t->plan;
    double start;
    int rc;

    if (t->set[k] == NULL)
        return INFINITY;
    p->set = t->set[k];
    rc = MPI_Barrier(p->home->comm);
    start = MPI_Wtime();
    if (rc == MPI_SUCCESS)
        rc = msgsched_start(p, t->out.memory, t->in.memory);
    if (rc == MPI_SUCCESS)
        rc = msgsched_wait(p);
    ms_note(t->a, rc);
    return MPI_Wtime() - start;
}

/* What counts of each exchange is the rank that took longest. */
static int longest(struct trial *t, double *seconds, size_t n)
{
    int rc = ms_agreed(t->a);

    return rc != MPI_SUCCESS
               ? rc
               : ms_all(t->a,
                        MPI_Allreduce(MPI_IN_PLACE, seconds, (int)n, MPI_DOUBLE,
                                      MPI_MAX, t->plan.home->comm));
}

/* The shortest of its first exchanges. */
static int try_first(struct trial *t, int k, double *seconds)
{
    double tries[TRIES + 1];
    int rc;

    for (int i = 0; i < TRIES; i++)
        tries[i] = exchange(t, k);
    tries[TRIES] = MPI_Wtime() - t->start;
    rc = longest(t, tries, TRIES + 1);
    t->spent = tries[TRIES];
    *seconds = tries[0];
    for (int i = 1; i < TRIES; i++)
        *seconds = fmin(*seconds, tries[i]);
    return rc;
}

/* Seconds of an exchange, as a sample of the messages says. It may take longer:
 * MPI may have to search. */
static int try_sample(struct trial *t, int k, double *expected)
{
    struct msgsched_plan *p = &t->plan;
    double sampled = 1;
    int rc;

    p->sample = SAMPLES / p->home->size < SAMPLE
                    ? (size_t)(SAMPLES / p->home->size) + 1
                    : SAMPLE;
    rc = set_make(t, k);
    p->sample = 0;
    if (rc == MPI_SUCCESS && t->set[k] != NULL)
        sampled =
            fmax((double)t->set[k]->out.nwires, (double)t->set[k]->in.nwires);
    if (rc == MPI_SUCCESS)
        rc = try_first(t, k, expected);
    if (rc == MPI_SUCCESS)
        rc = longest(t, &sampled, 1);
    set_drop(t, k);
    *expected *= t->most / sampled;
    return rc;
}

/* seconds[k], which stays if it is not worth it. That takes about as long as
 * the one before: most of it may be the set, not its exchanges. */
static int try_one(struct trial *t, int k, double seconds[MS_CANDIDATES])
{
    double least = ms_least(seconds), expected = 0, before = t->spent;
    int rc = MPI_SUCCESS;

    if (!ms_is_worth(expected, TRIES, least, t->spent + t->last))
        return MPI_SUCCESS;
    if (t->most > FEW && ms_is_single(ms_candidates[k]))
        rc = try_sample(t, k, &expected);
    if (rc != MPI_SUCCESS || !ms_is_worth(expected, TRIES, least, t->spent))
        return rc;
    rc = set_make(t, k);
    if (rc == MPI_SUCCESS)
        rc = try_first(t, k, &seconds[k]);
    t->last = t->spent - before;
    return rc;
}

/* Those with few messages on their way first, then the others. Those far behind
 * go at once: plans of many messages are large. */
static int try_all(struct trial *t, double seconds[MS_CANDIDATES], double *left)
{
    for (int k = 0; k < MS_CANDIDATES; k++)
        seconds[k] = INFINITY;
    for (int i = 0; i < 2 * MS_CANDIDATES; i++) {
        int k = i % MS_CANDIDATES, rc;

        if (ms_is_single(ms_candidates[k]) != (i >= MS_CANDIDATES) ||
            !ms_is_tried(ms_candidates[k], t->most <= FEW, t->plan.nnodes))
            continue;
        rc = try_one(t, k, seconds);
        if (rc != MPI_SUCCESS)
            return rc;
        *left = ms_drop(seconds);
        for (int n = 0; n < MS_CANDIDATES; n++)
            if (isinf(seconds[n]))
                set_drop(t, n);
    }
    return MPI_SUCCESS;
}

/* Those that are left take turns, each round in another order. */
static int race(struct trial *t, double *seconds, size_t rounds)
{
    for (size_t r = 0; r < rounds; r++)
        for (size_t i = 0; i < MS_CANDIDATES; i++) {
            size_t k = (r + i) % MS_CANDIDATES;

            seconds[k * rounds + r] = exchange(t, (int)k);
        }
    return longest(t, seconds, rounds * MS_CANDIDATES);
}

static int choose(struct trial *t, enum msgsched_schedule *schedule)
{
    double seconds[MS_CANDIDATES * MS_ROUNDS], left = 0;
    size_t rounds = 0;
    int rc = try_all(t, seconds, &left);

    if (rc == MPI_SUCCESS && REPEATS)
        rounds = ms_rounds(left, ms_patience(ms_least(seconds)) - t->spent);
    if (rounds > 0)
        rc = race(t, seconds, rounds);
    if (rc == MPI_SUCCESS)
        *schedule = ms_choose(seconds, rounds > 0 ? rounds : 1);
    return rc;
}

/* Do the messages fit on all ranks, and how many are they? */
static int agree_on(struct trial *t, bool fits, bool *all)
{
    int mine[2] = {!fits, t->nsend > t->nrecv ? t->nsend : t->nrecv};
    int any[2] = {0, 0};
    int rc = ms_all(t->a, MPI_Allreduce(mine, any, 2, MPI_INT, MPI_MAX,
                                        t->plan.home->comm));

    *all = !any[0];
    t->most = any[1];
    return rc;
}

int ms_try(const struct msgsched_plan *plan, int nsend,
           const struct msgsched_message *sends, int nrecv,
           const struct msgsched_message *recvs,
           enum msgsched_schedule *schedule, struct ms_agree *a)
{
    struct trial t = {
        .nsend = nsend, .nrecv = nrecv, .a = a, .start = MPI_Wtime()};
    bool fits = trial_open(&t, plan, sends, recvs);
    int rc = agree_on(&t, fits, &fits);

    if (rc == MPI_SUCCESS && !fits)
        *schedule = MSGSCHED_BOTH;
    if (rc == MPI_SUCCESS && fits)
        rc = choose(&t, schedule);
    trial_close(&t);
    return rc;
}
