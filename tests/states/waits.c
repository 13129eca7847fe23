/* waits.c: a plug-in whose operation takes a known time in each state of
 * schedule.h. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rank 0 waits; the other ranks return at once, without communication. On
 * average a launch takes as long as the algorithm's parameter `us` says for the
 * state in which the launch begins: from the harness's clock reading before the
 * call to the one after it. The readings themselves, and refilling caches after
 * a long wait, take a time that depends on the machine and the wait. So each
 * launch waits for less, by the excess that earlier launches had.
 */
#include <stdio.h>
#include "lib/params.h"
#include "ops/op.h"
#include "schedule.h"
#include "timers/timer.h"

enum {
    LAUNCHES = 8,    /* launches that are evaluated together */
    GROUPS_MOST = 8, /* maximum number of groups of launches to average over */
    READS_MOST = 8,  /* if a launch's excess is more than this many readings, it
                        was interrupted */
};

/* By how much launches of a state take longer than their wait. Kept for the
 * whole process, since one pass is too short to measure it. */
struct beside {
    double seconds;
    double late[LAUNCHES]; /* excess of the latest launches */
    int launches;          /* number of values in `late` */
    int groups;            /* number of groups so far, up to GROUPS_MOST */
};

struct waits {
    struct levels us;
    struct schedule schedule;
    struct beside *beside; /* one per state */
    int state;             /* state in which the launch began */
    long launches, far;    /* launches of this pass; how many of them in the
                              last state */
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

static int waits_create(const void *params, struct beside *beside, void **state)
{
    struct waits *w = calloc(1, sizeof(*w));

    if (w == NULL)
        return MPI_ERR_NO_MEM;
    w->us = *(const struct levels *)params;
    w->schedule = schedule_set();
    w->beside = beside;
    *state = w;
    return MPI_SUCCESS;
}

static int waits_open(void **state, struct op_args *a, char **cause)
{
    struct waits *w = *state;

    (void)cause;
    for (int i = 0; i < SCHEDULE_STATES; i++)
        if (w->beside[i].groups == 0)
            w->beside[i].seconds = 1.5 * a->clock->read_cost;
    w->launches = w->far = 0;
    return MPI_SUCCESS;
}

/* Returns a number in [-0.5, 0.5), unrelated to that of the next time stamp. */
static double dither(ticks_t now)
{
    return (double)((uint64_t)now * 0x9e3779b97f4a7c15u >> 32) * 0x1p-32 - 0.5;
}

static double waits_us(const struct waits *w)
{
    return levels_of(&w->us, w->state) * 1e-6;
}

/* A wait ends between two clock readings. The point in between is varied from
 * wait to wait: otherwise all waits would have the same error. */
static int waits_run(void *state, const struct op_args *a)
{
    struct waits *w = state;
    ticks_t begin;
    double rest;

    if (a->rank != 0)
        return MPI_SUCCESS;
    begin = clock_read(a->clock);
    w->state = schedule_now(&w->schedule);
    rest = waits_us(w) - w->beside[w->state].seconds -
           dither(begin) * a->clock->read_cost;
    clock_wait(a->clock, begin + clock_ticks(a->clock, rest));
    w->launches++;
    w->far += w->state == w->schedule.count - 1;
    return MPI_SUCCESS;
}

/* Returns the mean without the smallest and the largest value, which is what
 * the harness does with a round. */
static double middle_mean(const double *x)
{
    double sum = x[0], least = x[0], most = x[0];

    for (int i = 1; i < LAUNCHES; i++) {
        sum += x[i];
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    return (sum - least - most) / (LAUNCHES - 2);
}

/* After a launch, updates its state's excess, from the clock readings. */
static void waits_learn(void *state, const struct op_args *a, int64_t begin,
                        int64_t end, double *values)
{
    struct waits *w = state;
    struct beside *b = &w->beside[w->state];
    double late = clock_seconds(a->clock, end - begin) - waits_us(w);

    (void)values;
    b->late[b->launches++] = fmin(late, READS_MOST * a->clock->read_cost);
    if (b->launches < LAUNCHES)
        return;
    b->launches = 0;
    b->groups += b->groups < GROUPS_MOST;
    b->seconds += middle_mean(b->late) / b->groups;
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

#define WAITS_CREATE(algo)                                                     \
    static struct beside algo##_beside[SCHEDULE_STATES];                       \
                                                                               \
    static int algo##_create(MPI_Comm comm, const void *params, void **state,  \
                             char **cause)                                     \
    {                                                                          \
        (void)comm, (void)cause;                                               \
        return waits_create(params, algo##_beside, state);                     \
    }

WAITS_CREATE(a)
WAITS_CREATE(b)

#define WAITS_ALGO(algo)                                                       \
    {                                                                          \
        .name = #algo, .op = "waits",                                          \
        .help = "takes " #algo ".us microseconds", .params = &algo##_params,   \
        .create = algo##_create, .destroy = free, .run = waits_run, .life = {  \
            .open = waits_open,                                                \
            .figures = waits_table,                                            \
            .launch_figures = waits_learn,                                     \
            .pass_figures = waits_figures,                                     \
        }                                                                      \
    }

static const struct op waits = {
    .name = "waits",
    .help = "rank 0 waits: a time for each state of STATES_COUNT and "
            "STATES_DWELL",
    .flags = OP_NODATA,
};
static const struct algo a = WAITS_ALGO(a), b = WAITS_ALGO(b);
const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .ops = (const struct op *const[]){&waits, NULL},
    .algos = (const struct algo *const[]){&a, &b, NULL},
};
