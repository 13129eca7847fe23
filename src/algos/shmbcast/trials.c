/* trials.c: timed comparison of several ways (candidates) to broadcast. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Which candidate is fastest depends on what ranks do before and after a call.
 * Work that goes on after the call returns is free if a pause follows, and
 * costs time if a barrier follows. A second copy is cheap in the caches and
 * expensive in memory. So a message is timed in six settings: after a pause,
 * back to back, and after a barrier, each with the last call's buffers and with
 * fresh ones. Every rank times its own calls; the slowest rank's times count.
 *
 * A launch is a few calls in one setting. All candidates of a size take turns,
 * launch by launch, so that a slowdown of the machine affects all of them. All
 * sizes run in one setting before the next setting starts, so that all sizes
 * have about as many launches when time runs out.
 *
 * Cost: at most [seconds]; a few MiB of memory during the trials. A launch
 * starts only if there is time for one as long as the launches before, which on
 * a busy machine may take a time slice.
 */
#include "trials.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/now.h"
#include "line.h"

enum { ROUNDS = 5, CALLS_MOST = 8, POOL = 4 << 20, FLUSHED = 64 << 10 };

/* Pause before a call, in seconds. During the pause all ranks finish the
 * previous call, as in a program that computes between calls. */
static const double PAUSE = 3e-6;

enum method { AFTER_PAUSE, BACK_TO_BACK, BEHIND_BARRIER };

/* Order of the settings: each method and each kind of buffers comes early. */
static const struct setting {
    enum method method;
    bool fresh;
} settings[] = {
    {AFTER_PAUSE, false}, {BEHIND_BARRIER, true},  {BACK_TO_BACK, false},
    {AFTER_PAUSE, true},  {BEHIND_BARRIER, false}, {BACK_TO_BACK, true},
};
enum { SETTINGS = sizeof(settings) / sizeof(settings[0]) };

struct run {
    const struct sb_trials *t;
    MPI_Comm comm;
    int size;
    char *pool; /* memory for buffers; each fresh buffer is the next part of
                 * it */
    size_t at;
    double end;
    double reserve;            /* expected duration of a launch in seconds, on
                                * rank 0 */
    int used[SETTINGS], nused; /* indexes of the settings to use */
    int *launches;             /* number of launches by size */
    bool out[SB_SIZES_MOST][SB_CANDIDATES_MOST]; /* true if the candidate cannot
                                                  * carry the size or was
                                                  * dropped */
    double times[SB_SIZES_MOST][SB_CANDIDATES_MOST][SETTINGS][ROUNDS];
};

/* Returns the number of calls in a launch: more for shorter messages. */
static int calls_for(const struct sb_trials *t, enum method method,
                     size_t nbytes)
{
    if (t->crowded)
        return 1;
    if (nbytes <= 4 << 10)
        return CALLS_MOST;
    return nbytes <= 32 << 10 ? 4 : method == BACK_TO_BACK ? 2 : 1;
}

/* Evicts a fresh buffer from the caches if the processor allows. Skips the end
 * of a long buffer, which has left the first two caches since its last use. */
static void flush(const char *at, size_t nbytes)
{
    size_t n = nbytes < FLUSHED ? nbytes : FLUSHED;

    for (size_t i = 0; i < n; i += SB_CACHE_LINE)
        SB_LINE_FLUSH(at + i);
}

/* Returns the first of [calls] buffers, and their distance in [*apart]. */
static char *buffers(struct run *r, size_t nbytes, int calls, bool fresh,
                     size_t *apart)
{
    size_t whole = (nbytes + SB_CACHE_LINE - 1) / SB_CACHE_LINE * SB_CACHE_LINE;
    size_t bytes = whole * (size_t)(fresh ? calls : 1);
    char *first;

    if (r->at + bytes > POOL)
        r->at = 0;
    first = r->pool + r->at;
    *apart = fresh ? whole : 0;
    if (fresh) {
        r->at += bytes;
        for (int i = 0; i < calls; i++)
            flush(first + (size_t)i * whole, nbytes);
    }
    return first;
}

/* If ranks outnumber CPUs, every rank broadcasts a byte instead, because the
 * barrier of some MPI libraries then takes milliseconds. */
static void barrier(const struct run *r)
{
    char here = 0;

    if (!r->t->crowded)
        (void)PMPI_Barrier(r->comm); /* ignore errors: they only make the times
                                      * less accurate */
    for (int root = 0; r->t->crowded && root < r->size; root++)
        r->t->tell(r->t->state, root, &here, 1);
}

/* True if rank 0 finds more than [seconds] left. */
static bool is_left(const struct run *r, double seconds)
{
    bool more = now() + seconds < r->end;

    r->t->tell(r->t->state, 0, &more, sizeof(more));
    return more;
}

/* Returns the seconds of a call on this rank: the mean of calls back to back,
 * or the median of calls that each follow a barrier or a pause. The latter stop
 * when time runs out, because on a busy machine a barrier may take a time
 * slice. */
static double launch(struct run *r, int candidate, size_t nbytes,
                     const struct setting *s)
{
    int calls = calls_for(r->t, s->method, nbytes);
    bool in_a_row = s->method == BACK_TO_BACK;
    double times[CALLS_MOST], begin = 0;
    size_t step, n = 0;
    char *buf = buffers(r, nbytes, calls, s->fresh, &step);

    if (!s->fresh) /* warm up: the previous candidate used other buffers */
        r->t->send(r->t->state, candidate, buf, nbytes);
    for (int i = 0; i < calls; i++) {
        if (!in_a_row && i > 0 && !is_left(r, 0))
            break;
        if (!in_a_row || i == 0) {
            barrier(r);
            begin = now();
            if (s->method == AFTER_PAUSE)
                while (now() < begin + PAUSE)
                    ;
            begin = now();
        }
        r->t->send(r->t->state, candidate, buf + (size_t)i * step, nbytes);
        if (!in_a_row || i == calls - 1)
            times[n++] = now() - begin;
    }
    return fmax(sb_median(times, n) / (in_a_row ? calls : 1), 1e-9);
}

/* Drops slow candidates after the first launches at a size. Every rank
 * broadcasts its times; the slowest rank's times decide. */
static void drop_slow(struct run *r, int size, int setting)
{
    float times[SB_CANDIDATES_MOST], worst[SB_CANDIDATES_MOST] = {0};
    int n = r->t->ncandidates;
    float best = INFINITY;

    for (int root = 0; root < r->size; root++) {
        for (int c = 0; c < n; c++)
            times[c] = (float)r->times[size][c][setting][0];
        r->t->tell(r->t->state, root, times, (size_t)n * sizeof(times[0]));
        for (int c = 0; c < n; c++)
            worst[c] = fmaxf(worst[c], times[c]);
    }
    for (int c = 0; c < n; c++)
        if (!r->out[size][c])
            best = fminf(best, worst[c]);
    for (int c = 0; c < n; c++)
        r->out[size][c] |= worst[c] > (float)r->t->drop * best;
}

/* Factor by which [reserve], the longest launch so far, shrinks with each
 * launch. */
static const double FADE = 0.9;

/* Launches all candidates of a size in one setting. If time runs out before the
 * last one, returns false; the result then ignores these launches. */
static bool turn(struct run *r, int size, int pass)
{
    const struct sb_trials *t = r->t;
    int setting = r->used[pass % r->nused];

    for (int c = 0; c < t->ncandidates; c++) {
        double begin = now();

        if (r->out[size][c])
            continue;
        if (!is_left(r, r->reserve))
            return false;
        r->times[size][c][setting][pass / r->nused] =
            launch(r, c, t->sizes[size], &settings[setting]);
        r->reserve = fmax(FADE * r->reserve, now() - begin);
    }
    r->launches[size] = pass + 1;
    if (pass == 0 && t->drop > 0)
        drop_slow(r, size, setting);
    return true;
}

static void turns(struct run *r)
{
    for (int pass = 0; pass < ROUNDS * r->nused; pass++)
        for (int size = 0; size < r->t->nsizes; size++)
            if (!turn(r, size, pass))
                return;
}

/* Returns the number of launches of each candidate in the [k]th setting. */
static int rounds_in(const struct run *r, int size, int k)
{
    return (r->launches[size] - k + r->nused - 1) / r->nused;
}

/* Returns the geometric mean over the settings that had launches, or their
 * median. */
static double score(struct run *r, int size, int candidate)
{
    double seconds[SETTINGS], sum = 0;
    int n = 0;

    if (r->out[size][candidate])
        return 0;
    for (; n < r->nused && n < r->launches[size]; n++) {
        seconds[n] = sb_median(r->times[size][candidate][r->used[n]],
                               (size_t)rounds_in(r, size, n));
        sum += log(seconds[n]);
    }
    if (r->t->middle)
        return sb_median(seconds, (size_t)n);
    return n > 0 ? exp(sum / n) : 0;
}

static void try_all(struct run *r)
{
    const struct sb_trials *t = r->t;

    for (int i = 0; i < SETTINGS; i++)
        if (settings[i].fresh ? t->cold : t->warm)
            r->used[r->nused++] = i;
    memset(r->pool, 1, POOL); /* touch the memory so that its pages exist */
    for (int size = 0; size < t->nsizes; size++)
        for (int c = 0; c < t->ncandidates; c++)
            r->out[size][c] = t->possible != NULL &&
                              !t->possible(t->state, c, t->sizes[size]);
    turns(r);
}

/* Times waiting for a common reduction of at most 4096 bytes, because coll/xhc
 * of Open MPI without XPMEM crashes in longer ones. */
enum { BATCH = 4096 / sizeof(float) };
struct batch {
    int n, rc;
    float seconds[BATCH];
    double *of[BATCH];
};

/* Replaces the times by those of the slowest rank. */
static void batch_reduce(struct batch *b, MPI_Comm comm)
{
    int rc = MPI_SUCCESS;

    if (b->n > 0)
        rc = PMPI_Allreduce(MPI_IN_PLACE, b->seconds, b->n, MPI_FLOAT, MPI_MAX,
                            comm);
    for (int i = 0; i < b->n; i++)
        *b->of[i] = b->seconds[i];
    b->n = 0;
    b->rc = b->rc != MPI_SUCCESS ? b->rc : rc;
}

static void batch_add(struct batch *b, double *time, MPI_Comm comm)
{
    b->seconds[b->n] = (float)*time;
    b->of[b->n++] = time;
    if (b->n == BATCH)
        batch_reduce(b, comm);
}

/* Replaces each time by that of the slowest rank, in as few reductions as
 * possible: on a busy machine each may take milliseconds. */
static int slowest(struct run *r, struct sb_agree *a)
{
    struct batch b = {.rc = MPI_SUCCESS};

    for (int size = 0; size < r->t->nsizes; size++)
        for (int c = 0; c < r->t->ncandidates; c++)
            for (int k = 0; k < r->nused && !r->out[size][c]; k++)
                for (int i = 0; i < rounds_in(r, size, k); i++)
                    batch_add(&b, &r->times[size][c][r->used[k]][i], a->comm);
    batch_reduce(&b, a->comm);
    return sb_result(a, "cannot compare the ranks' times", b.rc);
}

int sb_trials_run(struct sb_agree *a, const struct sb_trials *t,
                  struct sb_scores *scores)
{
    double end = now() + t->seconds;
    struct run *r = calloc(1, sizeof(*r));
    char *pool = malloc(POOL);
    int rc;

    memset(scores, 0, sizeof(*scores));
    sb_note(a, SB_MEMORY, r == NULL || pool == NULL ? ENOMEM : 0);
    rc = sb_agree(a);
    if (rc == MPI_SUCCESS) {
        r->t = t;
        r->comm = a->comm;
        PMPI_Comm_size(a->comm, &r->size);
        r->pool = pool;
        r->end = end;
        r->launches = scores->launches;
        try_all(r);
        rc = slowest(r, a);
    }
    for (int size = 0; size < t->nsizes && rc == MPI_SUCCESS; size++)
        for (int c = 0; c < t->ncandidates; c++)
            scores->seconds[size][c] = score(r, size, c);
    free(pool);
    free(r);
    return rc;
}
