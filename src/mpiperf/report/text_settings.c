/* text_settings.c: the comment lines on what the options came to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/text_head.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/passes.h"
#include "mpiperf/options/options_table.h"

enum { MAX_SHOWN = 4 }; /* operations, before "..." */

/* Nothing of a single one. */
static void put_passes(FILE *f, const struct options *o)
{
    long passes = passes_planned(&o->how);

    if (passes > 1 && passes < LONG_MAX)
        fprintf(f, ", %ld passes", passes);
    if (o->how.budget > 0)
        fprintf(f, ", budget %g s", o->how.budget);
}

static void put_rule(FILE *f, const struct options *o)
{
    if (o->how.stop_on_rse)
        fprintf(f, "rse <= %g %% and %ld valid launches",
                100.0 * o->how.max_rse, o->how.min_valid);
    else
        fprintf(f, "%s%ld valid launches", o->how.paper ? "more than " : "",
                o->how.min_valid);
    fputs("; limits: ", f);
    if (o->how.max_valid > 0)
        fprintf(f, "%ld valid, ", o->how.max_valid);
    fprintf(f, "%s%ld launches", o->how.paper ? "more than " : "",
            o->how.max_launches);
    if (isfinite(o->how.max_time))
        fprintf(f, ", %g s", o->how.max_time);
    put_passes(f, o);
}

static void put_method(FILE *f, const struct options *o)
{
    for (size_t i = 0; i < o->how.nmethods; i++)
        fprintf(f, "%s%s", i == 0 ? "# settings: method " : ", ",
                o->how.methods[i]->name);
    if (o->how.arrival.pattern != NULL)
        fprintf(f, ", arrival %s over %g us", o->how.arrival.pattern->name,
                1e6 * o->how.arrival.seconds);
    fprintf(f, ", %d launches a stage, stop at ", o->how.window.launches);
    put_rule(f, o);
    fprintf(f, "; buffer %s%s%s\n",
            o->how.buffer == BUFFER_COLD ? "cold" : "warm",
            o->preset == NULL ? "" : "; preset ",
            o->preset == NULL ? "" : o->preset);
}

/* ---- of some operations only ------------------------------------------- */

static char *reduction_text(const struct options *o)
{
    return o->how.redop == NULL ? NULL
                                : xasprintf("reduction %s", o->how.redop->name);
}

static char *counts_text(const struct options *o)
{
    const struct counts_rule *rule = o->how.counts.rule;

    if (rule == NULL)
        return NULL;
    return rule->seeded ? xasprintf("counts %s:%llu", rule->name,
                                    (unsigned long long)o->how.counts.seed)
                        : xasprintf("counts %s", rule->name);
}

static char *in_place_text(const struct options *o)
{
    return o->how.in_place ? xstrdup("in place") : NULL;
}

static const struct {
    const char *option; /* told where an operation listens to it */
    char *(*text)(const struct options *o); /* malloced; NULL: nothing */
} parts[] = {
    {"op", reduction_text},
    {"counts", counts_text},
    {"in-place", in_place_text},
};

/* Takes the text over. "; " before every part of the line but the first. */
static void put_part(FILE *f, char *text, bool *begun)
{
    if (text == NULL)
        return;
    fprintf(f, "%s%s", *begun ? "; " : "# operations: ", text);
    *begun = true;
    free(text);
}

/* What is the same for several operations is told once. */
static bool param_told(const struct options *o, size_t choice,
                       const struct param *p)
{
    for (size_t j = 0; j < choice; j++) {
        const struct op *op = o->choices[j].op;

        if (p->option ? op_listens(op, p->name)
                      : op->params == o->choices[choice].op->params)
            return true;
    }
    return false;
}

/* "pairs halves", "bandwidth.window 64" */
static char *param_text(const struct options *o, const struct param_table *t,
                        const struct param *p)
{
    const char *text = params_text(t, p, &o->params);

    if (text == NULL)
        text = param_default(p);
    return p->option ? xasprintf("%s %s", p->name, text)
                     : xasprintf("%s.%s %s", t->owner, p->name, text);
}

static void put_params(FILE *f, const struct options *o, bool options,
                       bool *begun)
{
    for (size_t i = 0; i < o->nchoices; i++) {
        const struct param_table *t = o->choices[i].op->params;

        for (const struct param *p = t != NULL ? t->rows : NULL;
             p != NULL && p->name != NULL; p++)
            if (p->option == options && !param_told(o, i, p))
                put_part(f, param_text(o, t, p), begun);
    }
}

static void put_operations(FILE *f, const struct options *o)
{
    bool begun = false;

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        if (options_listen(o, parts[i].option))
            put_part(f, parts[i].text(o), &begun);
    put_params(f, o, true, &begun);
    put_params(f, o, false, &begun);
    if (begun)
        putc('\n', f);
}

/* What a pattern would have brought. */
static void put_skipped(FILE *f, const struct skipped *s)
{
    for (size_t i = 0; i < s->n && i < MAX_SHOWN; i++)
        fprintf(f, "%s%s", i == 0 ? "# left out: " : ", ", s->ops[i]->name);
    if (s->n > MAX_SHOWN)
        fprintf(f, ", ... (%zu operations)", s->n);
    if (s->n > 0)
        fprintf(f, "; %s\n", s->cause);
}

void text_settings(FILE *f, const struct options *o)
{
    put_method(f, o);
    put_operations(f, o);
    put_skipped(f, &o->skipped);
}
