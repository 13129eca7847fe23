/* merge_values.c: what the columns of the merged table are made of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "tools/compare/merge_states.h"
#include "tools/compare/reference.h"
#include "tools/compare/sittings.h"

/* ---- shapes -------------------------------------------------------------- */

/* Null where there is none. */
static json_t *real_of(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *pair_of(double lo, double hi)
{
    return isfinite(lo) && isfinite(hi) ? json_pack("[f, f]", lo, hi)
                                        : json_null();
}

static json_t *count_of(size_t n)
{
    return json_integer((json_int_t)n);
}

static json_t *text_of(const char *text)
{
    return text != NULL ? json_text(text) : json_null();
}

static json_t *copy_of(json_t *value)
{
    return value != NULL ? json_incref(value) : json_null();
}

/* ---- figures ------------------------------------------------------------- */

const struct merged_figure *figure_time(const struct merged_cell *c)
{
    return &c->row->time;
}

const struct merged_figure *figure_ratio(const struct merged_cell *c)
{
    return c->row->baseline != NULL ? &c->row->ratio : NULL;
}

const struct merged_figure *figure_relative(const struct merged_cell *c)
{
    return c->row->relative.of.n > 0 ? &c->row->relative : NULL;
}

/* By the column's name, up to `_ci`. */
const struct merged_figure *figure_more(const struct merged_cell *c)
{
    const char *name = c->column->name;
    size_t length = strlen(name);

    if (c->column->pair)
        length -= strlen("_ci");
    for (size_t k = 0; k < c->m->nmore; k++)
        if (strlen(c->m->more[k]) == length &&
            strncmp(c->m->more[k], name, length) == 0)
            return c->row->more[k].of.n > 0 ? &c->row->more[k] : NULL;
    return NULL;
}

json_t *value_figure(const struct merged_cell *c)
{
    const struct merged_figure *f = c->column->figure(c);

    return f != NULL ? real_of(f->value) : json_null();
}

json_t *value_interval(const struct merged_cell *c)
{
    const struct merged_figure *f = c->column->figure(c);

    return f != NULL ? pair_of(f->lo, f->hi) : json_null();
}

json_t *value_relative(const struct merged_cell *c)
{
    const struct merged_figure *f = figure_relative(c);

    if (f == NULL)
        return json_null();
    return json_pack("{s:o, s:o}", "estimate", real_of(f->value), "ci",
                     pair_of(f->lo, f->hi));
}

/* Of each that the column has a figure of. */
static json_t *each_of(const struct merged_cell *c, const char *prefix,
                       json_t *(*value)(const struct merged_figure *f))
{
    json_t *all = json_object();
    size_t n = strlen(prefix);

    for (size_t k = 0; k < c->m->nmore; k++)
        if (strncmp(c->m->more[k], prefix, n) == 0 && c->row->more[k].of.n > 0)
            json_object_set_new(all, c->m->more[k] + n,
                                value(&c->row->more[k]));
    if (json_object_size(all) > 0)
        return all;
    json_decref(all);
    return json_null();
}

static json_t *the_value(const struct merged_figure *f)
{
    return real_of(f->value);
}

static json_t *the_interval(const struct merged_figure *f)
{
    return pair_of(f->lo, f->hi);
}

/* As in the record of a case. */
static json_t *the_part(const struct merged_figure *f)
{
    return json_pack("{s:o, s:o}", "median", the_value(f), "ci",
                     the_interval(f));
}

json_t *value_figures(const struct merged_cell *c)
{
    return each_of(c, "figures.", the_value);
}

json_t *value_figures_ci(const struct merged_cell *c)
{
    return each_of(c, "figures.", the_interval);
}

json_t *value_parts(const struct merged_cell *c)
{
    return each_of(c, "parts.", the_part);
}

/* ---- the case ------------------------------------------------------------ */

json_t *value_key(const struct merged_cell *c)
{
    return copy_of(json_object_get(c->row->record, c->column->name));
}

json_t *value_side(const struct merged_cell *c)
{
    return json_pack("{s:I, s:o}", "number", (json_int_t)c->row->side, "name",
                     text_of(merged_side_name(c->m, c->row->side)));
}

json_t *value_runs(const struct merged_cell *c)
{
    return count_of(c->row->time.of.n);
}

json_t *value_empty(const struct merged_cell *c)
{
    return count_of(c->row->empty);
}

json_t *value_wrong(const struct merged_cell *c)
{
    return count_of(c->row->wrong);
}

json_t *value_odd(const struct merged_cell *c)
{
    return count_of(c->row->time.of.odd);
}

json_t *value_sittings(const struct merged_cell *c)
{
    return count_of(c->row->sittings);
}

json_t *value_confidence(const struct merged_cell *c)
{
    return real_of(c->m->confidence);
}

json_t *value_cause(const struct merged_cell *c)
{
    return text_of(c->row->time.of.cause);
}

/* With which row, by what figures. */
json_t *value_vs(const struct merged_cell *c)
{
    const struct merged_row *row = c->row, *base = row->baseline;
    const struct judgement *j = &row->judgement;
    const char *verdict = merged_verdict(row);

    if (base == NULL)
        return json_null();
    return json_pack(
        "{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "side",
        (json_int_t)base->side, "algo",
        copy_of(json_object_get(base->record, "algo")), "method",
        copy_of(json_object_get(base->record, "method")), "runs",
        count_of(row->ratio.of.n), "ratio", real_of(row->ratio.value), "ci",
        pair_of(row->ratio.lo, row->ratio.hi), "p", real_of(j->p), "p_adjusted",
        real_of(j->p_adjusted), "verdict",
        *verdict != '\0' ? json_string(verdict) : json_null(), "needed",
        j->needed > 0 ? count_of(j->needed) : json_null(), "cause",
        text_of(row->ratio.of.cause), "odd", count_of(row->ratio.of.odd));
}

/* ---- states -------------------------------------------------------------- */

json_t *value_state(const struct merged_cell *c)
{
    return text_of(c->row->state);
}

json_t *value_unexplained(const struct merged_cell *c)
{
    return real_of(c->row->unexplained);
}

static json_t *the_state(const struct merged_cell *c,
                         const struct row_state *line)
{
    const struct runs_states *of = &c->m->states->of;
    const struct merged_cell own = {line->table, line->row, NULL, line};
    const struct merged_figure *time =
        line->row != NULL ? &line->row->time : NULL;
    json_t *to = json_pack("{s:s}", "name", line->state->name);

    for (size_t i = 0; i < of->ncovariates; i++)
        json_object_set_new(to, of->covariate[i].name,
                            real_of(exp(line->state->level[i])));
    json_object_set_new(to, "share", real_of(line->in.share));
    json_object_set_new(to, "rounds", count_of((size_t)line->in.rounds));
    json_object_set_new(to, "stays", count_of(line->in.stays));
    json_object_set_new(to, "runs", count_of(line->in.runs));
    json_object_set_new(to, "estimate", real_of(time ? time->value : NAN));
    json_object_set_new(to, "ci",
                        time ? pair_of(time->lo, time->hi) : json_null());
    json_object_set_new(to, "vs", time ? value_vs(&own) : json_null());
    return to;
}

json_t *value_states(const struct merged_cell *c)
{
    json_t *all;

    if (c->m->states == NULL)
        return json_null();
    all = json_array();
    for (size_t k = 0; k < c->m->states->n; k++)
        json_array_append_new(all, the_state(c, merged_line(c->m, c->row, k)));
    return all;
}

json_t *value_by_state(const struct merged_cell *c)
{
    const struct merged_figure *ratio = &c->row->ratio;

    if (merged_lines(c->m) == 0 || c->row->baseline == NULL ||
        isnan(ratio->value))
        return json_null();
    return json_pack("{s:o, s:o}", "ratio", real_of(ratio->value), "ci",
                     pair_of(ratio->lo, ratio->hi));
}

/* ---- the runs ------------------------------------------------------------ */

json_t *value_reference(const struct merged_cell *c)
{
    json_t *all = json_object();
    bool any = false;

    for (size_t i = 0; i < RUN_GAUGES; i++) {
        struct reference of;
        char *range = xasprintf("%s_range", run_gauges[i]);

        reference_of(&of, c->m->whole, i);
        any |= !isnan(of.median);
        json_object_set_new(all, run_gauges[i], real_of(of.median));
        json_object_set_new(all, range, pair_of(of.lo, of.hi));
        free(range);
    }
    if (any)
        return all;
    json_decref(all);
    return json_null();
}

json_t *value_variance(const struct merged_cell *c)
{
    const struct variance *v = &c->row->variance;
    json_t *all = json_object();

    for (size_t i = 0; i < LEVELS; i++)
        json_object_set_new(all, variance_levels[i], real_of(v->sd[i]));
    json_object_set_new(all, "advice", text_of(advice_text(v->advice)));
    return all;
}

/* Of the side's first run. */
static json_t *trait_of(const struct merged_cell *c, const char *label)
{
    const struct run *run = merged_side_run(c->m, c->row->side);

    return copy_of(json_object_get(run->traits, label));
}

json_t *value_mpi(const struct merged_cell *c)
{
    return trait_of(c, "MPI library");
}

json_t *value_hosts(const struct merged_cell *c)
{
    return trait_of(c, "hosts");
}

json_t *value_time(const struct merged_cell *c)
{
    char *began = runs_began(c->m->whole);
    json_t *value = text_of(began);

    free(began);
    return value;
}

json_t *value_command(const struct merged_cell *c)
{
    return copy_of(merged_side_run(c->m, c->row->side)->words);
}
