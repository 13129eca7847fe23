/* waits.c: a plug-in whose operation takes a known time in each state of
 * schedule.h. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * All ranks wait, and exchange nothing. A launch takes, on average, what the
 * algorithm's parameter `us` says of the state in which it begins, and what one
 * of algorithm `none` takes, a reading of the clock: the same as waitpattern-up
 * and -down. No launch is shorter than that by more than one reading.
 */
#include <stdio.h>
#include "lib/params.h"
#include "ops/op.h"
#include "schedule.h"
#include "timers/timer.h"

struct waits {
    struct levels us;
    struct schedule schedule;
    struct moment moment;
    long launches, far; /* of this visit; those in the last state */
};

static int us_parse(const struct param *p, void *at, const char *text,
                    char **cause)
{
    (void)p;
    if (levels_parse(at, text) == 0)
        return 0;
    if (asprintf(cause, "'%s': is no NEAR/FAR in microseconds", text) < 0)
        *cause = NULL;
    return -1;
}

#define US_ROWS(times)                                                         \
    {                                                                          \
        {.name = "us",                                                         \
         .def = times,                                                         \
         .help = "microseconds of a launch in each state, NEAR/FAR",           \
         .type = PARAM_TEXT,                                                   \
         .parse = us_parse},                                                   \
            {0},                                                               \
    }

static const struct param a_rows[] = US_ROWS("10.5/34");
static const struct param b_rows[] = US_ROWS("23/24");
static const struct param_table a_params = {
    .owner = "a", .rows = a_rows, .size = sizeof(struct levels)};
static const struct param_table b_params = {
    .owner = "b", .rows = b_rows, .size = sizeof(struct levels)};

static int waits_create(MPI_Comm comm, const void *params, void **state,
                        char **cause)
{
    struct waits *w = calloc(1, sizeof(*w));

    (void)comm, (void)cause;
    if (w == NULL)
        return MPI_ERR_NO_MEM;
    w->us = *(const struct levels *)params;
    w->schedule = schedule_set();
    *state = w;
    return MPI_SUCCESS;
}

static int waits_open(void **state, struct op_args *a, char **cause)
{
    struct waits *w = *state;

    (void)a, (void)cause;
    w->launches = w->far = 0;
    return MPI_SUCCESS;
}

/* A number in [-0.5, 0.5) that has nothing to do with the next time stamp's. */
static double dither(ticks_t now)
{
    return (double)((uint64_t)now * 0x9e3779b97f4a7c15u >> 32) * 0x1p-32 - 0.5;
}

/* Why 1.5 readings less: see ops/waitpattern.c. */
static int waits_run(void *state, const struct op_args *a)
{
    struct waits *w = state;
    ticks_t begin = clock_read(a->clock);
    int now = schedule_now(&w->schedule, &w->moment);
    double rest = levels_of(&w->us, now) * 1e-6 -
                  (1.5 + dither(begin)) * a->clock->read_cost;

    clock_wait(a->clock, begin + clock_ticks(a->clock, rest));
    w->launches++;
    w->far += now == w->schedule.count - 1;
    return MPI_SUCCESS;
}

static int waits_none(void *state, const struct op_args *a)
{
    (void)state, (void)a;
    return MPI_SUCCESS;
}

enum { NEAR, FAR, FAR_SHARE };
static const struct figure waits_table[] = {
    [NEAR] = {.name = "near", .unit = "s", .help = "true time in state near"},
    [FAR] = {.name = "far", .unit = "s", .help = "true time in state far"},
    [FAR_SHARE] = {.name = "far_share",
                   .unit = "",
                   .help = "share of the launches that began in state far",
                   .over = FIGURE_RANK0},
    {0},
};

static void waits_figures(void *state, const struct op_args *a, double *values)
{
    const struct waits *w = state;

    (void)a;
    values[NEAR] = levels_of(&w->us, 0) * 1e-6;
    values[FAR] = levels_of(&w->us, w->schedule.count - 1) * 1e-6;
    values[FAR_SHARE] =
        w->launches > 0 ? (double)w->far / (double)w->launches : NAN;
}

#define WAITS_ALGO(algo)                                                       \
    {                                                                          \
        .name = #algo, .op = "waits",                                          \
        .help = "takes " #algo ".us microseconds", .params = &algo##_params,   \
        .create = waits_create, .destroy = free, .run = waits_run, .life = {   \
            .open = waits_open,                                                \
            .figures = waits_table,                                            \
            .visit_figures = waits_figures,                                    \
        }                                                                      \
    }

static const struct op waits = {
    .name = "waits",
    .help = "all ranks wait: a time for each state of STATES_COUNT, "
            "STATES_DWELL, STATES_SEED",
    .flags = OP_NODATA,
};
static const struct algo a = WAITS_ALGO(a), b = WAITS_ALGO(b);
static const struct algo none = {
    .name = "none",
    .op = "waits",
    .help = "does not wait: what a launch takes beside that",
    .run = waits_none,
};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .ops = (const struct op *const[]){&waits, NULL},
    .algos = (const struct algo *const[]){&a, &b, &none, NULL},
};
