/* sample.c: makes artificial results, for tests of reports. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "sample.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static const struct op op_bcast = {.name = "bcast", .flags = OP_ROOTED};
static const struct op op_barrier = {.name = "barrier", .flags = OP_NODATA};
static struct source source(const struct op_args *a, int block)
{
    (void)a;
    (void)block;
    return (struct source){0};
}

static const struct op op_reduce = {
    .name = "reduce",
    .flags = OP_ROOTED | OP_REDUCTION,
    .source = source,
};
#define OPTION(option_name, option_def)                                        \
    {                                                                          \
        .name = option_name, .def = option_def, .arg = "NAME", .option = true, \
        .type = PARAM_TEXT                                                     \
    }
static const struct op op_stream = {
    .name = "stream",
    .main = "bandwidth",
    .params =
        &(const struct param_table){
            .owner = "stream",
            .rows =
                (const struct param[]){
                    OPTION("pairs", "one"),
                    {.name = "window", .def = "64", .type = PARAM_INTEGER},
                    {0}},
        },
};
static const struct op op_halo = {
    .name = "halo",
    .params =
        &(const struct param_table){
            .owner = "halo",
            .rows = (const struct param[]){OPTION("topology", "grid"), {0}},
        },
    .varies = VARY_BOTH,
    .in_place = IN_PLACE_WHOLE,
};
static const struct op op_reach = {
    .name = "reach",
    .flags = OP_REDUCTION,
    .params =
        &(const struct param_table){
            .owner = "far",
            .rows =
                (const struct param[]){
                    OPTION("pairs", "one"),
                    {.name = "kind", .def = "made", .type = PARAM_WORD},
                    {0}},
        },
};
static const struct algo algo_fast = {.name = "fast"};
static const struct figure slow_figures[] = {
    {.name = "own", .unit = "", .help = "of its own"}, {0}};
static const struct algo algo_very_slow = {
    .name = "very-slow",
    .life.figures = slow_figures,
};
static const struct dtype type_byte = {.name = "byte", .kind = DTYPE_BYTES};
static const struct dtype type_double = {.name = "double", .kind = DTYPE_FLOAT};
static void fill_figures(struct result *r, double mean, double half_width)
{
    r->measured = 1;
    r->all.valid = 118;
    r->all.launches = 120;
    r->all.late = 2;
    r->all.overrun = 1;
    r->all.rounds = 15;
    r->window = 2.0 * mean;
    r->t_bcast = 2.5e-6;
    r->first_call = 20.0 * mean;
    r->all.open = NAN;
    r->all.seconds = 0.125;
    r->stop = STOP_CONVERGED;
    r->time.summary = (struct summary){
        .n = 118,
        .used = 60,
        .mean = mean,
        .se = half_width / 2.0,
        .rse = half_width / 2.0 / mean,
        .error = half_width,
        .ci_lo = mean - half_width,
        .ci_hi = mean + half_width,
        .min = 0.9 * mean,
        .median = mean,
        .median_lo = 0.99 * mean,
        .median_hi = 1.01 * mean,
        .max = 8.0 * mean,
        .autocorr = 0.0625,
    };
    for (int i = 0; i < SPANS; i++) {
        double x = mean * (1.0 - 0.25 * i);

        r->spans[i].summary = (struct summary){.mean = x,
                                               .median = x,
                                               .median_lo = 0.99 * x,
                                               .median_hi = 1.01 * x};
    }
    r->all.estimate = mean;
    r->all.rank_mean = 0.75 * mean;
    r->all.rank_min = 0.5 * mean;
    r->all.rank_max = mean;
    for (int i = 0; i < 4; i++)
        lasts_add(&r->lasts,
                  &(struct last_end){mean, mean / 2, i == 0 ? 1 : 3});
    lasts_pass(&r->lasts, SAMPLE_RANKS);
    r->watched = true;
    r->passes = xcalloc(1, sizeof(*r->passes));
    r->passes[r->npasses++] = (struct pass){
        .number = 1,
        .at = 0.5,
        .rounds = 15,
        .estimate = mean,
        .gauge = {[GAUGE_ONEWAY] = {5e-8, NAN},
                  [GAUGE_SPIN] = {7.5e-7, 7.5e-7},
                  [GAUGE_COPY] = {NAN, NAN}},
        .figures = {NAN},
        .hidden = NAN,
    };
}

static struct variant plain(const struct algo *algo)
{
    return (struct variant){.algo = algo, .label = (char *)algo->name};
}

static void add_choice(struct sample *s, const struct op *op,
                       struct variant *variants, size_t n)
{
    s->choices[s->o.nchoices++] =
        (struct choice){.op = op, .variants = variants, .nvariants = n};
}

static void add_native(struct sample *s, const struct op *op)
{
    s->one[0] = plain(&algo_native);
    add_choice(s, op, s->one, 1);
}

static struct bench_case *add_case(struct sample *s, int choice,
                                   const struct dtype *type, int64_t count)
{
    struct bench_case *c = &s->cases[s->ncases++];

    *c = (struct bench_case){
        .choice = &s->choices[choice],
        .procs = SAMPLE_RANKS,
        .dtype = type,
        .count = count,
        .bytes = type == &type_double ? 8 * count : count,
        .called = s->o.how.called,
    };
    return c;
}

/* Adds a result to the last case. */
static struct result *add_result(struct sample *s, const struct variant *v,
                                 const struct method *method)
{
    size_t i = s->ncases - 1;
    struct result *r = &s->results[i][s->n[i]++];

    *r = (struct result){.c = &s->cases[i], .variant = v, .method = method};
    s->r.cases++;
    return r;
}

/* Adds two launches on all ranks. */
static void fill_samples(struct result *r)
{
    static double times[2][SAMPLE_RANKS] = {{1e-6, 2e-6, 3e-6, 4e-6},
                                            {5e-6, 6e-6, 7e-6, 8e-6}};

    r->samples = xcalloc(2, sizeof(*r->samples));
    r->samples[r->nsamples++] = (struct sample_launch){1, "valid", times[0]};
    r->samples[r->nsamples++] = (struct sample_launch){2, "late", times[1]};
}

void sample_param(struct sample *s, const char *owner, const char *name,
                  const char *value)
{
    params_add(&s->o.params, owner, name, value);
    for (size_t j = 0; j < SAMPLE_ALGOS; j++)
        params_add(&s->variants[j].settings, owner, name, value);
}

void sample_rivals(struct sample *s)
{
    static const struct algo *const algos[SAMPLE_ALGOS] = {
        &algo_native, &algo_fast, &algo_very_slow};
    struct result *r;

    sample_begin(s);
    for (size_t j = 0; j < SAMPLE_ALGOS; j++)
        s->variants[j] = plain(algos[j]);
    add_choice(s, &op_bcast, s->variants, SAMPLE_ALGOS);
    sample_param(s, "very-slow", "f", "8Ki");
    sample_param(s, "fast", "q", "1");
    sample_param(s, "very-slow", "f", "16Ki");
    for (size_t i = 0; i < 2; i++) {
        double scale = i == 0 ? 2.5e-7 : 1.25e-4;

        add_case(s, 0, &type_byte, i == 0 ? 8 : 1 << 20);
        for (size_t j = 0; j < SAMPLE_ALGOS; j++) {
            r = add_result(s, &s->variants[j], &method_window);
            if (i == 0 || j < SAMPLE_ALGOS - 1)
                fill_figures(r, scale * (double)(3 - j), 0.02 * scale);
        }
    }
    r->reason = xstrdup("needs one node, shared");
    s->r.empty = 1;
    r = &s->results[0][2];
    r->params = json_pack("{s:i, s:s}", "f", 16384, "tree", "a,\"b\"");
    r->nfigures = 1;
    r->figures[0] = &slow_figures[0];
    r->all.figures[0] = 0.5;
    fill_samples(r);
    s->o.how.samples = true;
    r->time.summary.batches = 4;
}

static const struct figure phases[] = {
    {.name = "first", .unit = "s", .help = "begins", .launch = true},
    {.name = "second", .unit = "s", .help = "ends", .launch = true},
    {.name = "moved", .unit = "B", .help = "all bytes"},
    {0},
};
static const struct algo algo_hides = {
    .name = "hides",
    .life.figures = phases,
};

void sample_hides(struct sample *s)
{
    struct result *r = &s->results[0][1];

    sample_rivals(s);
    params_free(&s->variants[1].settings);
    s->variants[1] = plain(&algo_hides);
    r->nfigures = 3;
    for (size_t i = 0; i < 3; i++)
        r->figures[i] = &phases[i];
    r->all.figures[2] = 4096;
    r->figure_parts[0].summary =
        (struct summary){.median = 1.25e-7, .median_lo = 1, .median_hi = 2};
    r->figure_parts[1].summary =
        (struct summary){.median = 3.5e-7, .median_lo = NAN, .median_hi = NAN};
    r->passes[0].figures[0] = 1;
    r->passes[0].figures[1] = NAN;
    r->passes[0].figures[2] = 4;
    r->passes[0].hidden = 0.25;
    s->o.how.percentiles = (struct percentiles){{50, 99.9}, 2};
    for (size_t i = 0; i < SAMPLE_ALGOS; i++) {
        s->results[0][i].percentiles[0] = 5e-7;
        s->results[0][i].percentiles[1] = 4e-6;
    }
    r->compute.summary.median = 5e-7;
    r->pure = &s->results[0][0];
    r->all.hidden = -0.125;
    r = &s->results[1][1]; /* nothing is known about this one */
    r->compute.summary.median = NAN;
    r->pure = &s->results[1][0];
    r->all.hidden = NAN;
}

void sample_paper(struct sample *s)
{
    struct result *r;

    sample_begin(s);
    s->o.how.paper = s->o.how.window.paper = s->o.how.verify = true;
    s->o.how.stop_on_rse = false;
    s->o.preset = "paper";
    s->o.root = ROOT_ROTATE;
    s->o.how.buffer = BUFFER_COLD;
    s->o.how.max_time = INFINITY;
    s->ri.oversubscribed = true;
    s->ri.models = NULL;
    s->ri.sync_info = (struct clocksync_info){.closure = NAN};
    add_native(s, &op_reduce);
    add_native(s, &op_barrier);
    add_case(s, 0, &type_double, 128)->rotate = true;
    r = add_result(s, &s->one[0], &method_window);
    fill_figures(r, 1.5e-5, 6e-7);
    r->watched = false;
    r->mismatches = s->r.mismatches = 3;
    add_case(s, 1, &type_byte, 0);
    r = add_result(s, &s->one[0], &method_window);
    r->all.launches = r->all.late = 100;
    r->all.open = NAN;
    r->stop = STOP_NONE_VALID;
    s->r.empty = s->r.uncheckable = 1;
}

static void fill_pairs_options(struct sample *s)
{
    add_native(s, &op_stream);
    add_native(s, &op_halo);
    add_native(s, &op_reach);
    s->o.how.called.counts = (struct counts){counts_find("random"), 7};
    s->o.how.called.in_place = true;
    params_add(&s->o.params, PARAM_NO_OWNER, "pairs", "halves");
    params_add(&s->o.params, PARAM_NO_OWNER, "topology", "torus");
    s->o.clocks.timer = s->timers[0].timer;
    s->o.how.hugepages = true;
    s->o.how.numa = 1;
    params_add(&s->o.params, "stream", "window", "32");
    params_add(&s->o.params, "far", "kind", "taken");
    for (size_t i = 0; i < 5; i++)
        s->skipped[i] = i % 2 == 0 ? &op_reduce : &op_bcast;
    s->o.skipped = (struct skipped){s->skipped, 5, "it can't do that"};
}

void sample_pairs(struct sample *s)
{
    static const int64_t bytes[SAMPLE_CASES] = {65536, 0, 8, 8};
    static const int choice[SAMPLE_CASES] = {0, 0, 1, 2};

    sample_begin(s);
    fill_pairs_options(s);
    for (size_t i = 0; i < SAMPLE_CASES; i++) {
        struct result *r;

        add_case(s, choice[i], &type_byte, bytes[i]);
        r = add_result(s, &s->one[0], &method_window);
        if (choice[i] == 2) {
            r->reason = xstrdup("no pair");
            continue;
        }
        fill_figures(r, 1.024e-3, 1e-5);
        if (choice[i] == 0)
            r->traffic = (struct traffic){64, 64.0 * (double)bytes[i]};
    }
    s->r.empty = 1;
}

void sample_methods(struct sample *s)
{
    static const struct arrival_pattern up = {.name = "up"};
    struct result *r = s->results[0];

    sample_begin(s);
    add_native(s, &op_bcast);
    s->methods[1] = &method_barrier;
    s->o.how.nmethods = 2;
    s->o.how.called.arrival = (struct arrival){&up, 2.5e-5, NULL};
    params_add(&s->o.params, "barrier", "algorithm", "ring");
    add_case(s, 0, &type_byte, 8);
    for (int i = 0; i < 2; i++)
        fill_figures(add_result(s, &s->one[0], s->methods[i]), 1e-6 * (i + 1),
                     2e-8);
    r[0].faults = 3;
    r[0].switches = r[0].disturbed = 7;
    r[0].migrations = 1;
    r[1].passes[0].gauge[0][1] = 4 * r[1].passes[0].gauge[0][0];
    r[1].renewals = 2;
    r[1].residual = 2.5e-6;
    r[1].renewal = (struct renewal){
        .info = {.chosen = "hca3", .closure = NAN, .cost = 0.25},
        .models = s->models,
        .n = 1,
    };
}

void sample_free(struct sample *s)
{
    for (size_t i = 0; i < s->ncases; i++)
        for (size_t j = 0; j < s->n[i]; j++) {
            free(s->results[i][j].reason);
            json_decref(s->results[i][j].params);
            free(s->results[i][j].samples);
            free(s->results[i][j].passes);
            lasts_free(&s->results[i][j].lasts);
        }
    params_free(&s->o.params);
    for (size_t j = 0; j < SAMPLE_ALGOS; j++)
        params_free(&s->variants[j].settings);
    json_decref(s->ri.warnings);
    json_decref(s->ri.environment);
    json_decref(s->ri.parameters);
    json_decref(s->ri.program);
    json_decref(s->ri.machine);
}
