/* turn.c: runs a turn on each rank.
 *
 * For each launch the rank waits for the start that the method sets, reads the
 * clock, runs the operation, and reads the clock again. Everything else, such
 * as checking results, filling buffers and messages of the harness, is done
 * between launches and is not timed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/turn.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include "mpi/agree.h"
#include "ops/setup.h"

/* Each thread of each launch uses its own block, with its own data. */
static uint64_t block_of(const struct turn *s, uint64_t launch, int thread)
{
    return launch * (uint64_t)threads_count(s->args) + (uint64_t)thread;
}

/* Returns the number of launches until a block is used again. */
static uint64_t lap(const struct turn *s)
{
    return s->buffers->nblocks / (size_t)threads_count(s->args);
}

/* Sets the arguments for the launch with this number. */
static void use(struct turn *s, uint64_t launch)
{
    if (s->rotate)
        s->args->root =
            (int)(((uint64_t)s->first_root + launch) % (uint64_t)s->args->size);
    for (int i = 0; i < threads_count(s->args); i++) {
        struct op_args *a = threads_args(s->args, i);

        a->root = s->args->root;
        buffers_use(s->buffers, s->op, block_of(s, launch, i), a);
    }
}

static void fill(struct turn *s, uint64_t launch)
{
    use(s, launch);
    for (int i = 0; i < threads_count(s->args); i++) {
        s->verify->launch = block_of(s, launch, i);
        if (s->checks)
            verify_prepare(s->verify, threads_args(s->args, i));
        else
            verify_input(s->verify, threads_args(s->args, i));
    }
}

/* Makes origins wait until the passive targets have prepared their data. */
static void origins_wait(const struct turn *s)
{
    if (s->verify != NULL && s->op->flags & OP_PASSIVE)
        MPI_Barrier(s->control);
}

void turn_prepare(struct turn *s)
{
    for (size_t i = 0; s->verify != NULL && i < lap(s); i++)
        fill(s, s->launch + i);
    origins_wait(s);
    use(s, s->launch);
}

/* Returns how many errors --verify, the operation and the algorithm find in the
 * result of the last launch. */
static long check(const struct turn *s)
{
    const struct lifecycle *op = &s->op->life, *own = &s->algo->life;
    long wrong = 0;

    for (int i = 0; i < threads_count(s->args); i++) {
        s->verify->launch = block_of(s, s->launch, i);
        wrong += verify_check(s->verify, threads_args(s->args, i));
    }
    if (op->check != NULL)
        wrong += op->check(s->args->state, s->args);
    if (own->check != NULL)
        wrong += own->check(s->own, s->args);
    if (wrong > 0 && *s->verify->first == '\0')
        snprintf(s->verify->first, VERIFY_TEXT, "by a check of its own");
    return wrong;
}

/* Called after a launch. Checks its result, if possible, and fills its buffers
 * for their next use, one lap later: filling them just before a launch would
 * make a cold block warm. */
static long turn_next(struct turn *s, int rc)
{
    long wrong = 0;

    if (s->verify != NULL) {
        if (rc == MPI_SUCCESS && s->checks)
            wrong = check(s);
        fill(s, s->launch + lap(s));
        origins_wait(s);
    }
    use(s, ++s->launch);
    return wrong;
}

/* Converts a time of the global clock to a reading of this rank's clock. */
static ticks_t local_ticks(const struct turn *s, double global)
{
    return clock_ticks(s->clock, clock_to_local(s->model, global));
}

/* Remembers this reading of the clock; detects whether it was set back. */
static void clock_watch(struct turn *s, ticks_t now)
{
    s->set_back = fmax(s->set_back, clock_set_back(s->clock, s->latest, now));
    s->latest = now;
}

/* Converts a duration on this rank's clock to seconds of the global clock. */
static double global_span(const struct turn *s, ticks_t span)
{
    return clock_seconds(s->clock, span) * (1 + s->model->slope);
}

/* When a launch must begin and end, on this rank's clock. */
struct slot {
    ticks_t first_start; /* of the turn's first launch */
    ticks_t start, finish;
    double shift;            /* delay after `start`, in steps of the clock */
    bool scheduled, bounded; /* can a launch miss `start`, `finish`? */
    double missed; /* error of `start` in seconds if clocks disagree, else 0 */
};

/* Reads the figures of the launch that has ended: the operation's, then the
 * algorithm's. */
static void read_figures(const struct turn *s, ticks_t t0, ticks_t t1,
                         double *values)
{
    const struct lifecycle *op = &s->op->life, *own = &s->algo->life;

    if (op->launch_figures != NULL)
        op->launch_figures(s->args->state, s->args, t0, t1, values);
    if (own->launch_figures != NULL)
        own->launch_figures(s->own, s->args, t0, t1,
                            values + figures_count(op->figures));
}

static bool has_before(const struct turn *s)
{
    return s->op->life.before != NULL || s->algo->life.before != NULL;
}

/* Runs before() of the operation and of the algorithm, which prepare the next
 * launch, and sets *seconds to their duration. Returns an MPI error code. */
static int launch_before(const struct turn *s, double *seconds)
{
    const struct lifecycle *op = &s->op->life, *own = &s->algo->life;
    ticks_t t0 = clock_read(s->clock);
    int rc = MPI_SUCCESS;

    *seconds = 0;
    if (!has_before(s))
        return MPI_SUCCESS;
    if (op->before != NULL)
        rc = op->before(s->args->state, s->args);
    if (own->before != NULL)
        rc = first_of(rc, own->before(s->own, s->args));
    *seconds = fmax(clock_seconds(s->clock, clock_read(s->clock) - t0), 0);
    return rc;
}

/* Runs the launch: the only timed region. */
static int launch(struct turn *s, const struct slot *slot,
                  struct launch_times *out)
{
    ticks_t ready = s->paper ? clock_read(s->clock) : 0, t0, t1;
    int rc;

    t0 = clock_start(s->clock, slot->start, slot->shift);
    rc = s->run(s->state, s->args);
    t1 = clock_read(s->clock);

    clock_watch(s, t0);
    clock_watch(s, t1);
    out->set_back = s->set_back;
    if (s->set_back > 0)
        return rc; /* no time of it is known */
    out->late = slot->missed;
    if (slot->scheduled)
        out->late +=
            launch_late(s->paper, clock_seconds(s->clock, ready - slot->start),
                        clock_seconds(s->clock, t0 - slot->start) -
                            slot->shift * s->clock->step);
    out->duration = clock_seconds(s->clock, t1 - t0);
    out->overrun =
        slot->bounded ? clock_seconds(s->clock, t1 - slot->finish) : 0;
    out->first = out->last = global_span(s, t0 - slot->first_start);
    out->end = global_span(s, t1 - slot->first_start);
    read_figures(s, t0, t1, out->figures);
    return rc;
}

/* If the start is so far ahead that clocks must disagree, starts the launch
 * immediately: otherwise the rank would wait far too long. */
static void slot_check(struct turn *s, struct slot *slot)
{
    const struct turn_order *o = s->order;
    ticks_t now = clock_read(s->clock);
    double ahead = clock_seconds(s->clock, slot->start - now);

    clock_watch(s, now);
    if (s->set_back == 0 && ahead < LAUNCH_ABSURD + s->arrival->seconds +
                                        o->lead + o->launches * o->slot)
        return;
    slot->missed = ahead;
    slot->scheduled = slot->bounded = false;
    slot->start = -TICKS_MOST;
    slot->shift = 0;
}

static int slot_begin(struct turn *s, const struct method *m, int i,
                      struct slot *slot)
{
    const struct turn_order *o = s->order;
    double start = NAN;
    int rc = m->begin(s, i, &start);

    *slot = (struct slot){.first_start = local_ticks(s, o->first_start),
                          .start = -TICKS_MOST};
    if (isnan(start))
        return rc;
    slot->scheduled = m->scheduled;
    slot->bounded = m->slotted && !o->warmup;
    slot->finish = local_ticks(s, start + o->slot);
    slot->shift = s->paper ? 0 : clock_shift(s->launch);
    if (!o->warmup)
        start += s->arrival->delay != NULL
                     ? s->arrival->delay[s->place]
                     : arrival_delay(s->arrival, s->args->rank, s->args->size,
                                     s->launch);
    slot->start = local_ticks(s, start);
    slot_check(s, slot);
    return rc;
}

/* Runs one launch, and the method's functions before and after it. */
static int launch_step(struct turn *s, const struct method *m, int i,
                       struct slot *slot, struct launch_times *out)
{
    int rc = slot_begin(s, m, i, slot);

    /* Continues after an error, since other ranks wait in the next step. */
    watchdog_step(s->watchdog, PLACE_CALL);
    rc = first_of(rc, launch(s, slot, out));
    watchdog_step(s->watchdog, PLACE_AFTER);
    if (m->end != NULL)
        rc = first_of(rc, m->end(s));
    if (s->algo->life.after != NULL)
        rc = first_of(rc, s->algo->life.after(s->own, s->args));
    if (s->op->life.after != NULL)
        rc = first_of(rc, s->op->life.after(s->args->state, s->args));
    return rc;
}

/* Times the algorithm's computation alone, on all ranks at the same time as in
 * a launch. */
static void compute_measure(struct turn *s, double *seconds)
{
    for (int i = 0; i < TURN_COMPUTE; i++) {
        ticks_t t0 = clock_read(s->clock), t1;

        s->algo->compute(s->state);
        t1 = clock_read(s->clock);
        seconds[i] = clock_seconds(s->clock, t1 - t0);
    }
}

/* Runs the launches of a turn and sets *slot to the last launch's slot. Reading
 * the usage is a system call: method `free`, which must do nothing between
 * launches, reads it only before and after the turn. */
static void launches_run(struct turn *s, const struct method *m,
                         struct slot *slot, struct turn_times *out)
{
    const int n = s->order->launches;
    struct usage before, now;

    usage_read(&before);
    for (int i = 0; i < n; i++) {
        int rc = launch_step(s, m, i, slot, &out->launch[i]);

        out->rc = first_of(out->rc, rc);
        if (!m->back_to_back || i == n - 1) {
            usage_read(&now);
            out->usage[i] = usage_since(&before, &now);
        }
        out->mismatches += turn_next(s, rc);
        if (i + 1 < n)
            out->rc =
                first_of(out->rc, launch_before(s, &out->launch[i + 1].before));
        if (!m->back_to_back && (s->verify != NULL || has_before(s)))
            usage_read(&before); /* excludes usage between launches */
        else if (!m->back_to_back)
            before = now;
        out->launch[i].gap =
            global_span(s, clock_read(s->clock) - slot->first_start) -
            out->launch[i].end;
    }
}

/* Sleeps in the lead, if the method waits for its end. */
static void lead_sleep(struct turn *s, const struct method *m)
{
    const struct turn_order *o = s->order;
    double left = o->first_start - clock_global_now(s->model, s->clock);
    double seconds = window_pause(o->lead, left);
    struct timespec pause = {.tv_sec = (time_t)seconds};

    if (!(m->slotted || m->back_to_back) || seconds == 0 ||
        s->clock->timer->sleep_until != NULL)
        return;
    pause.tv_nsec = (long)((seconds - (double)pause.tv_sec) * 1e9);
    nanosleep(&pause, NULL);
    s->slept += seconds;
}

void turn_run(struct turn *s, const struct turn_order *order,
              struct turn_times *out)
{
    const struct method *m = order->warmup ? &method_window : s->method;
    struct slot slot = {0};

    *out = (struct turn_times){0};
    use(s, s->launch); /* the previous turn had another variant's arguments */
    out->rc = launch_before(s, &out->launch[0].before);
    out->ready = clock_global_now(s->model, s->clock);
    s->order = order;
    s->message = 0;
    s->latest = clock_read(s->clock);
    s->set_back = 0;
    lead_sleep(s, m);
    launches_run(s, m, &slot, out);
    out->end = clock_global_now(s->model, s->clock);
    if (s->message > 0)
        out->ready = order->first_start - order->lead + s->message;
    /* Waits before sending: another rank may still be in its slot. */
    clock_watch(s, clock_read(s->clock));
    if (slot.bounded && s->set_back == 0)
        clock_wait(s->clock, slot.finish);
    if (s->computes)
        compute_measure(s, out->compute);
}
