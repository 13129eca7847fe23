/* timercheck.c: opens and checks all timers on all ranks, and chooses one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/timercheck.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpi/patient.h"
#include "timers/bracket.h"

static const double quality_seconds = 0.1;
enum { CAUSE_SIZE = 160 };

/* `cause`: why this rank cannot use the timer, or NULL. Sets e->refused on all
 * ranks to the cause of the lowest rank that has one, or NULL. */
static int entry_agree(struct timer_entry *e, const struct placement *p,
                       const char *cause)
{
    /* minimum over ranks: lowest rank with a cause; 1 if all have one */
    int mine[2] = {cause != NULL ? p->rank : p->n, cause != NULL}, least[2];
    char text[CAUSE_SIZE] = "";
    int rc = MPI_Allreduce(mine, least, 2, MPI_INT, MPI_MIN, p->comm);

    if (rc != MPI_SUCCESS || least[0] == p->n)
        return rc;
    snprintf(text, sizeof(text), "%s", cause != NULL ? cause : "");
    rc = MPI_Bcast(text, sizeof(text), MPI_CHAR, least[0], p->comm);
    if (rc == MPI_SUCCESS)
        e->refused = least[1] ? xstrdup(text)
                              : xasprintf("on rank %d, %s", least[0], text);
    return rc;
}

int timercheck_open(struct runinfo *ri, const struct placement *p,
                    const struct timer *wanted)
{
    const struct timer *const one[] = {wanted, NULL};
    const struct timer *const *table = wanted != NULL ? one : timer_table;
    int rc = MPI_SUCCESS;
    size_t n = 0;

    while (table[n] != NULL)
        n++;
    ri->timers = xcalloc(n, sizeof(*ri->timers));
    ri->ntimers = n;
    for (size_t i = 0; i < n && rc == MPI_SUCCESS; i++) {
        struct timer_entry *e = &ri->timers[i];
        const char *cause = NULL;
        int opened = clock_open(&e->clock, table[i], &cause);

        e->timer = table[i];
        e->cores_agree = CAUSALITY_UNTESTED;
        e->absent = opened == -ENOSYS;
        rc = entry_agree(e, p, opened != 0 ? cause : NULL);
        /* separate calibrations would let the ranks of a node drift apart */
        if (rc == MPI_SUCCESS && e->refused == NULL)
            rc = MPI_Bcast(&e->clock.ticks_per_sec, 1, MPI_DOUBLE, 0, p->node);
    }
    return rc;
}

/* Indices of quantities that are combined by their maximum over the ranks. */
enum { RESOLUTION, COST, FAST, SLOW, BACKWARDS, NWORST };

static double finite_or_worst(double x)
{
    return isfinite(x) ? x : INFINITY;
}

static int quality_worst(struct timer_quality *q, const struct placement *p)
{
    double worst[NWORST] = {
        [RESOLUTION] = finite_or_worst(q->resolution),
        [COST] = finite_or_worst(q->read_cost),
        [FAST] = finite_or_worst(q->rate_ppm),
        [SLOW] = finite_or_worst(-q->rate_ppm),
        [BACKWARDS] = !q->monotonic,
    };
    int rc = MPI_Allreduce(MPI_IN_PLACE, worst, NWORST, MPI_DOUBLE, MPI_MAX,
                           p->comm);

    q->resolution = worst[RESOLUTION];
    q->read_cost = worst[COST];
    q->rate_ppm = worst[FAST] >= worst[SLOW] ? worst[FAST] : -worst[SLOW];
    q->monotonic = worst[BACKWARDS] == 0;
    return rc;
}

int timercheck_quality(struct runinfo *ri, const struct placement *p)
{
    struct timer_quality *q = xcalloc(ri->ntimers, sizeof(*q));
    struct clock *clocks = xcalloc(ri->ntimers, sizeof(*clocks));
    double rate = spin_rate();
    int rc = MPI_SUCCESS;
    size_t n = 0;

    for (size_t i = 0; i < ri->ntimers; i++)
        if (ri->timers[i].refused == NULL)
            clocks[n++] = ri->timers[i].clock;
    timer_quality(clocks, n, quality_seconds, q);
    n = 0;
    for (size_t i = 0; i < ri->ntimers && rc == MPI_SUCCESS; i++) {
        struct timer_entry *e = &ri->timers[i];

        if (e->refused != NULL)
            continue;
        e->clock.read_cost = q[n].read_cost;
        e->quality = q[n++];
        rc = quality_worst(&e->quality, p);
        if (isfinite(e->quality.resolution)) {
            e->clock.step = e->quality.resolution;
            e->clock.spins = rate * e->clock.step;
        }
    }
    free(clocks);
    free(q);
    return rc;
}

/* ---- cause and effect ---------------------------------------------------- */

/* Before a side passes its line on, it writes a reading of the clock under test
 * into it. The side that receives the line reads its own clock, which must not
 * show less. */

enum {
    TRIPS = 500,             /* for each clock */
    PATIENCE_NS = 200000000, /* for all clocks together */
};

/* Relaxed: the release in line_write() and the acquire in line_await() order
 * the stamp. */
static void line_stamp(struct line_side *s, const struct clock *c)
{
    atomic_store_explicit(&s->mine->stamp, clock_read(c), memory_order_relaxed);
}

/* Checks that this side's clock is not behind the other side's stamp. Relaxed,
 * for the same reason. */
static void stamp_check(const struct line_side *s, struct timer_entry *e)
{
    if (clock_read(&e->clock) <
        atomic_load_explicit(&s->other->stamp, memory_order_relaxed))
        e->cores_agree = CAUSALITY_BROKEN;
    else if (e->cores_agree == CAUSALITY_UNTESTED)
        e->cores_agree = CAUSALITY_HOLDS;
}

static double stamps_first(struct pair *p, struct line_side *s, void *entry)
{
    struct timer_entry *e = entry;

    (void)p;
    for (int i = 0; i < TRIPS; i++) {
        line_stamp(s, &e->clock);
        if (!trip_send(s))
            return NAN;
        stamp_check(s, e);
    }
    return 0;
}

static double stamps_second(struct pair *p, struct line_side *s, void *entry)
{
    struct timer_entry *e = entry;

    (void)p;
    for (int i = 0; i < TRIPS; i++) {
        if (!line_await(s, ++s->number))
            return NAN;
        stamp_check(s, e);
        line_stamp(s, &e->clock);
        line_write(s, s->number);
    }
    return 0;
}

void causality_test(struct neighbours *neighbours, struct timer_entry *timers,
                    size_t n)
{
    neighbours->deadline = raw_now() + PATIENCE_NS;
    for (size_t i = 0; i < n; i++)
        if (timers[i].refused == NULL && timers[i].timer->scope == TIMER_NODE)
            neighbours_time(neighbours, stamps_first, stamps_second,
                            &timers[i]);
}

int timercheck_cores(struct runinfo *ri, const struct placement *p)
{
    int rc;

    if (ri->neighbours.size == 0)
        return MPI_SUCCESS;
    rc = patient_barrier(p->comm);
    if (rc == MPI_SUCCESS)
        causality_test(&ri->neighbours, ri->timers, ri->ntimers);
    for (size_t i = 0; i < ri->ntimers && rc == MPI_SUCCESS; i++) {
        struct timer_entry *e = &ri->timers[i];

        rc = MPI_Allreduce(MPI_IN_PLACE, &e->cores_agree, 1, MPI_INT, MPI_MIN,
                           p->comm);
        if (e->cores_agree == CAUSALITY_BROKEN && e->timer->percore)
            e->refused = xstrdup("readings of two cores contradict each other");
    }
    return rc;
}

static const char *entry_unfit(const struct timer_entry *e)
{
    return e->refused != NULL ? e->refused : timer_unfit(&e->quality);
}

/* Lists the preferred timers that were not chosen, with the reasons. */
static char *passed_over(const struct timer_entry *from,
                         const struct timer_entry *to)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (const struct timer_entry *e = from; e != to; e++)
        fprintf(f, "%s%s: %s", e == from ? "" : "; ", e->timer->name,
                entry_unfit(e));
    text_close(f);
    return text;
}

static const struct timer_entry *entry_first(const struct runinfo *ri, bool fit)
{
    for (size_t i = 0; i < ri->ntimers; i++) {
        const struct timer_entry *e = &ri->timers[i];

        if (fit ? entry_unfit(e) == NULL : e->refused == NULL)
            return e;
    }
    return NULL;
}

/* This and choose_wanted() return NULL with a malloced *cause if there is no
 * such timer. */
static const struct timer_entry *choose_auto(struct runinfo *ri, bool any,
                                             char **cause)
{
    const struct timer_entry *end = ri->timers + ri->ntimers;
    const struct timer_entry *e = entry_first(ri, true);
    char *others = passed_over(ri->timers, e != NULL ? e : end);

    if (e != NULL && e->timer->scope == TIMER_GLOBAL)
        ri->timer_why = xstrdup("auto: time is simulated");
    else if (e != NULL)
        ri->timer_why = xasprintf("auto: the cheapest that is fit%s%s",
                                  *others != '\0' ? "; " : "", others);
    else if (any && (e = entry_first(ri, false)) != NULL)
        ri->timer_why = xasprintf("auto: none is fit; %s", others);
    else
        *cause = xasprintf("--timer: none is fit to measure with (%s)", others);
    free(others);
    return e;
}

static const struct timer_entry *choose_wanted(const struct runinfo *ri,
                                               const struct timer *wanted,
                                               char **cause)
{
    const struct timer_entry *e = ri->timers;

    while (e->timer != wanted) /* `wanted` is always in the table */
        e++;
    if (e->refused == NULL)
        return e;
    *cause = xasprintf("--timer: %s cannot be used here: %s", wanted->name,
                       e->refused);
    return NULL;
}

int timercheck_choose(struct runinfo *ri, const struct timer *wanted, bool any,
                      char **cause)
{
    const struct timer_entry *e = wanted != NULL
                                      ? choose_wanted(ri, wanted, cause)
                                      : choose_auto(ri, any, cause);

    if (e == NULL)
        return -1;
    ri->clock = e->clock;
    ri->quality = e->quality;
    return 0;
}
