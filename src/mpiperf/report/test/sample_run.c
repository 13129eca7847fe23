/* sample_run.c: makes an artificial run without cases, for tests of reports. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "sample.h"

#include <math.h>
#include "ops/buffers.h"

static const struct timer timer_fine = {.name = "fine"};
static const struct timer timer_coarse = {.name = "coarse"};
static const struct clocksync sync_auto = {.name = "auto"};
static const struct redop redop_max = {.name = "max"};
static char *sample_argv[] = {"mpiperf", "bcast:native,fast,very-slow",
                              "--title", "it's here", NULL};

static void fill_options(struct sample *s)
{
    s->methods[0] = &method_window;
    s->o = (struct options){.choices = s->choices};
    s->o.how = (struct measuring){
        .called = {.groups = 1, .redop = &redop_max},
        .methods = s->methods,
        .nmethods = 1,
        .window = {.init_launches = 4,
                   .launches = 8,
                   .eps = 0.25,
                   .gamma = 1.1},
        .max_rse = 0.01,
        .min_valid = 30,
        .max_launches = 5000,
        .max_time = 5.0,
        .trim = 0.25,
        .confidence = 0.95,
        .stop_on_rse = true,
        .align = 4096,
        .numa = BUFFERS_NUMA_LOCAL,
    };
}

static void fill_ranks(struct sample *s)
{
    for (int i = 0; i < SAMPLE_RANKS; i++) {
        snprintf(s->ranks[i].host, sizeof(s->ranks[i].host), "node%d",
                 1 + i / 2);
        s->ranks[i].node = i / 2;
        s->ranks[i].init = NAN;
        snprintf(s->ranks[i].cpus, sizeof(s->ranks[i].cpus), "%d", i % 2);
        s->models[i] = (struct clock_model){
            .epoch = 1000.25,
            .offset = 0.5 * i,
            .slope = 1e-7 * i,
            .slope_bound = 2e-7 * i,
            .uncertainty = 1.25e-7 * i,
            .residual = -2.5e-8 * i,
        };
    }
}

static void fill_runinfo(struct sample *s)
{
    fill_ranks(s);
    s->timers[0] = (struct timer_entry){
        .timer = &timer_fine,
        .clock = {.timer = &timer_fine, .ticks_per_sec = 1e9},
        .quality = {.resolution = 1e-9,
                    .read_cost = 2.04e-8,
                    .rate_ppm = 0.25,
                    .monotonic = 1},
    };
    s->timers[1].timer = &timer_coarse;
    s->timers[1].refused = "its resolution is 1 ms";
    s->ri = (struct runinfo){
        .nranks = SAMPLE_RANKS,
        .nnodes = 2,
        .ranks = s->ranks,
        .oneway = {4.5e-8, 5e-8, 2.1e-7, 1},
        .gauge_start =
            {[GAUGE_ONEWAY] = 5e-8, [GAUGE_SPIN] = NAN, [GAUGE_COPY] = 6e-6},
        .gauge_end = {[GAUGE_ONEWAY] = 5.5e-8,
                      [GAUGE_SPIN] = NAN,
                      [GAUGE_COPY] = 6.25e-6},
        .timers = s->timers,
        .ntimers = 2,
        .clock = s->timers[0].clock,
        .quality = s->timers[0].quality,
        .timer_why = "auto: the best that passes its check",
        .clocksync = &sync_auto,
        .sync_info = {.closure = NAN,
                      .chosen = "hca3",
                      .why = "auto: two nodes"},
        .models = s->models,
        .null_overhead = 4.1e-8,
        .t_bcast = 2.5e-6,
        .program = json_pack("{s:s, s:i, s:i}", "build", "0123abcd", "size",
                             12345, "time", 1700000000),
        .environment = json_pack("{s:s}", "UCX_TLS", "sm"),
        .parameters = json_pack("{s:s}", "btl", "^tcp"),
        .warnings = json_pack("[s]", "rank 3 shares its CPU"),
        .machine =
            json_pack("{s:s, s:s, s:s, s:i, s:i, s:s, s:s}", "mpi",
                      "A  Library 1.2, package: x", "mpi_standard", "3.1",
                      "cpu", "A CPU \"X\"", "cores", 2, "numa_nodes", 1,
                      "kernel", "6.1", "clocksource", "tsc"),
        .argc = 4,
        .argv = sample_argv,
    };
}

void sample_begin(struct sample *s)
{
    *s = (struct sample){0};
    fill_options(s);
    fill_runinfo(s);
    s->r = (struct report){
        .o = &s->o,
        .ri = &s->ri,
        .started = 1700000000,
        .id = 0xabc,
        .seconds = 2.5,
    };
}
