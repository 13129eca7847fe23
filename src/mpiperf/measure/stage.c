/* stage.c: wait for the launch's start, run it, read the clock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/stage.h"

/* Arguments of a launch, by its number. */
static void use(struct stage *s, uint64_t launch)
{
    if (s->rotate)
        s->args->root = (int)(((uint64_t)s->first_root + launch) %
                              (uint64_t)s->args->size);
    buffers_use(s->buffers, s->op, launch, s->args);
    if (s->verify != NULL)
        s->verify->launch = launch;
}

static void fill(struct stage *s, uint64_t launch)
{
    use(s, launch);
    verify_prepare(s->verify, s->args);
}

/* A target with no part in the operation has its data ready before any origin
 * comes for them. */
static void keep_off(const struct stage *s)
{
    if (s->verify != NULL && s->op->flags & OP_PASSIVE)
        MPI_Barrier(s->control);
}

void stage_prepare(struct stage *s)
{
    for (size_t i = 0; s->verify != NULL && i < s->buffers->nblocks; i++)
        fill(s, s->launch + i);
    keep_off(s);
    use(s, s->launch);
}

/* After a launch: checks its result if it has one, and fills its block for the
 * launch a lap later, so that a block that has to be cold is not touched just
 * before it is used. */
static long stage_next(struct stage *s, int rc)
{
    long wrong = 0;

    if (s->verify != NULL) {
        if (rc == MPI_SUCCESS)
            wrong = verify_check(s->verify, s->args);
        fill(s, s->launch + s->buffers->nblocks);
        keep_off(s);
    }
    use(s, ++s->launch);
    return wrong;
}

/* This rank's clock when the global one shows `global`. */
static ticks_t local_ticks(const struct stage *s, double global)
{
    return clock_ticks(s->clock, clock_to_local(s->model, global));
}

/* One launch; `start` and `finish` of its slot on this rank's clock. */
static int launch(struct stage *s, ticks_t start, ticks_t finish,
                  struct launch_times *out)
{
    ticks_t t0, t1;
    int rc;

    t0 = clock_wait(s->clock, start);
    rc = s->run(s->state, s->args);
    t1 = clock_read(s->clock);

    out->late = clock_seconds(s->clock, t0 - start);
    out->duration = clock_seconds(s->clock, t1 - t0);
    out->overrun = clock_seconds(s->clock, t1 - finish);
    if (s->algo->read_parts != NULL)
        s->algo->read_parts(s->state, t0, t1, out->part);
    return rc;
}

/* What the algorithm does beside the operation, with nothing under way. All
 * ranks are at it at the same time, as in a launch. */
static void time_alone(struct stage *s, double *seconds)
{
    for (int i = 0; i < STAGE_ALONE; i++) {
        ticks_t t0 = clock_read(s->clock), t1;

        s->algo->alone(s->state);
        t1 = clock_read(s->clock);
        seconds[i] = clock_seconds(s->clock, t1 - t0);
    }
}

void stage_run(struct stage *s, const struct stage_order *order,
               struct stage_times *out)
{
    double slot_end = order->tau;

    out->rc = MPI_SUCCESS;
    out->mismatches = 0;
    out->ready = clock_global_now(s->model, s->clock);
    for (int i = 0; i < order->launches; i++) {
        double slot = order->tau + i * order->b;
        int rc;

        slot_end = slot + order->b;
        rc = launch(s, local_ticks(s, slot), local_ticks(s, slot_end),
                    &out->launch[i]);
        if (s->op->after != NULL) { /* the other ranks wait in theirs */
            int after = s->op->after(s->args);

            rc = rc != MPI_SUCCESS ? rc : after;
        }
        if (rc != MPI_SUCCESS && out->rc == MPI_SUCCESS)
            out->rc = rc;
        out->mismatches += stage_next(s, rc);
    }
    out->end = clock_global_now(s->model, s->clock);
    /* No message of ours while another rank may still be in its slot. */
    clock_wait(s->clock, local_ticks(s, slot_end));
    if (s->algo->alone != NULL)
        time_alone(s, out->alone);
}
