/* options_check.c: options that contradict each other, or the ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/xmalloc.h"
#include "mpiperf/options/options_table.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct context {
    const struct options *o;
    const struct option_line *line;
    int world;
};

static char *operands_check(const struct context *c)
{
    const struct options *o = c->o;

    if (o->nchoices == 0 && o->skipped.cause != NULL)
        return xstrdup(o->skipped.cause);
    if (o->nchoices == 0 && !o->check)
        return xstrdup("no operation named, as bcast or bcast:shmbcast "
                       "(--list shows them, --help the options)");
    if (o->nchoices > 0 && o->check)
        return xasprintf("--check: measures no operation, so '%s' is too much",
                         o->choices[0].op->name);
    return NULL;
}

static char *procs_check(const struct context *c)
{
    for (size_t i = 0; i < c->o->procs.n; i++)
        if (c->o->procs.v[i] > c->world)
            return xasprintf("--procs: '%lld': must be at most %d, the ranks "
                             "there are (mpiexec -n)",
                             (long long)c->o->procs.v[i], c->world);
    return NULL;
}

static char *root_check(const struct context *c)
{
    const struct options *o = c->o;
    int smallest = c->world;

    for (size_t i = 0; i < o->procs.n; i++)
        if (o->procs.v[i] < smallest)
            smallest = (int)o->procs.v[i];
    if (o->root_mode == ROOT_ONE && o->root >= smallest)
        return xasprintf("--root: '%d': must be below the smallest number of "
                         "ranks, %d",
                         o->root, smallest);
    return NULL;
}

/* Where an operation that is named in full has no case with ranks enough, or no
 * operation at all has one. Else such cases are rows without figures. */
static char *ranks_check(const struct context *c)
{
    const struct options *o = c->o;
    const struct op *lacks = NULL;
    int64_t most = o->procs.n > 0 ? 0 : c->world;
    bool any = false, named = false;

    for (size_t i = 0; i < o->procs.n; i++)
        if (o->procs.v[i] > most)
            most = o->procs.v[i];
    for (size_t i = 0; i < o->nchoices && !named; i++) {
        const struct choice *choice = &o->choices[i];

        any |= choice->op->ranks <= most;
        if (choice->op->ranks <= most)
            continue;
        named = !choice->by_pattern;
        lacks = named || lacks == NULL ? choice->op : lacks;
    }
    if (o->how.few_ranks || lacks == NULL || (any && !named))
        return NULL;
    return xasprintf("%s needs %d ranks or more, and %s %lld: mpiexec -n %d "
                     "mpiperf %s (--allow-one-rank measures it all the same)",
                     lacks->name, lacks->ranks,
                     o->procs.n > 0 ? "--procs says" : "there is",
                     (long long)most, lacks->ranks, lacks->name);
}

static bool has_root(const struct op *op)
{
    return op->flags & OP_ROOTED;
}

static bool is_reduction(const struct op *op)
{
    return op->flags & OP_REDUCTION;
}

static bool has_data(const struct op *op)
{
    return !(op->flags & OP_NODATA);
}

static bool has_counts(const struct op *op)
{
    return op->varies != VARY_NOT;
}

static bool has_in_place(const struct op *op)
{
    return op->in_place != IN_PLACE_NOT;
}

/* Options that are for some operations only. (-m is not: operations without
 * data may stand beside others on one line, and scripts say -m.) */
static const struct {
    const char *option;
    bool (*listens)(const struct op *op);
    const char *lack; /* what no operation is or has where none listens */
} listeners[] = {
    {"root", has_root, "has a root"},
    {"op", is_reduction, "is a reduction"},
    {"datatype", has_data, "has data"},
    {"counts", has_counts, "has blocks of different sizes"},
    {"in-place", has_in_place, "has such a form"},
};

/* COUNT(listeners): the option is for all operations, or for those that have a
 * parameter of that name. */
static size_t listener_find(const char *option)
{
    size_t i = 0;

    while (i < COUNT(listeners) && strcmp(listeners[i].option, option) != 0)
        i++;
    return i;
}

bool options_listen(const struct options *o, const char *option)
{
    size_t listener = listener_find(option);

    for (size_t i = 0; i < o->nchoices; i++)
        if (listener == COUNT(listeners)
                ? op_listens(o->choices[i].op, option)
                : listeners[listener].listens(o->choices[i].op))
            return true;
    return false;
}

bool op_listens(const struct op *op, const char *option)
{
    const struct param *p =
        op->params != NULL ? params_find(op->params, option) : NULL;

    return p != NULL && p->option;
}

/* An option that no operation has is a mistake. If operations were skipped, the
 * cause is why they were: one of them may have it. */
static char *unused_check(const struct context *c)
{
    for (size_t i = 0; i < c->line->n; i++) {
        const struct option_row *row = c->line->v[i].row;
        size_t listener =
            row != NULL ? listener_find(row->p.name) : COUNT(listeners);
        bool known = listener < COUNT(listeners);

        if ((!known && (row == NULL || row->table == NULL)) ||
            options_listen(c->o, row->p.name))
            continue;
        if (c->o->skipped.cause != NULL)
            return xstrdup(c->o->skipped.cause);
        return xasprintf("--%s: no operation named %s", row->p.name,
                         known ? listeners[listener].lack : "has this option");
    }
    return NULL;
}

static char *choices_check(const struct context *c)
{
    char *cause = NULL;

    for (size_t i = 0; i < c->o->nchoices && cause == NULL; i++)
        cause = choice_refuse(c->o, c->o->choices[i].op);
    return cause;
}

/* What to write for the variant that v is compared with: malloced. */
static char *pure_name(const struct variant *v)
{
    const struct algo *algo = v->algo;
    const struct param *row;

    if (algo->computes == NULL)
        return xstrdup(algo_native.name);
    row = algo->params != NULL ? params_find(algo->params, "compute") : NULL;
    return row != NULL ? xasprintf("%s@compute=%s", algo->name, row->def)
                       : xstrdup(algo->name);
}

static char *pure_lacks(const char *op, const struct variant *v)
{
    char *pure = pure_name(v);
    char *cause = xasprintf("%s: %s tells a share of %s's time: write "
                            "%s:%s,%s",
                            op, v->label, pure, op, pure, v->label);

    free(pure);
    return cause;
}

/* The share of a time that is hidden takes both. */
static char *pure_check(const struct context *c)
{
    for (size_t i = 0; i < c->o->nchoices; i++) {
        const struct choice *choice = &c->o->choices[i];

        for (size_t j = 0; j < choice->nvariants; j++) {
            const struct variant *v = &choice->variants[j];

            if (variant_computes(v) && variant_pure(choice, v) == NULL)
                return pure_lacks(choice->op->name, v);
        }
    }
    return NULL;
}

static char *arrival_check(const struct context *c)
{
    const struct options *o = c->o;

    for (size_t i = 0; o->how.arrival.pattern != NULL && i < o->how.nmethods;
         i++)
        if (!o->how.methods[i]->scheduled)
            return xasprintf(
                "--arrival: ranks come late to a start time, which "
                "--method=%s has not (window and roundtime have)",
                o->how.methods[i]->name);
    if (o->how.arrival.pattern != NULL &&
        o->how.arrival.seconds > o->how.max_time)
        return xasprintf("--arrival: ranks that come %g s late leave no launch "
                         "to a case of --max-time=%g",
                         o->how.arrival.seconds, o->how.max_time);
    return NULL;
}

static char *limits_check(const struct context *c)
{
    const struct options *o = c->o;

    if (o->how.max_valid != 0 && o->how.max_valid < o->how.min_valid)
        return xasprintf("--max-valid: '%ld': must not be below --min-valid, "
                         "%ld%s%s",
                         o->how.max_valid, o->how.min_valid,
                         o->preset != NULL ? ", with --preset=" : "",
                         o->preset != NULL ? o->preset : "");
    if (o->how.paper && o->how.passes > 1)
        return xstrdup("--passes: --preset=paper makes one pass");
    return NULL;
}

static char *output_check(const struct context *c)
{
    if (c->o->check && c->o->noutputs > 0)
        return xstrdup("--check: writes no records, so --output is too much");
    if (c->o->how.samples && c->o->noutputs == 0)
        return xstrdup("--samples: needs an --output to go to");
    if ((c->o->append || c->o->overwrite) && c->o->noutputs == 0)
        return xasprintf("--%s: needs an --output",
                         c->o->append ? "append" : "overwrite");
    if (c->o->overwrite && (c->o->append || c->o->resume))
        return xasprintf("--overwrite: replaces what --%s goes on in",
                         c->o->append ? "append" : "resume");
    return NULL;
}

char *options_check(const struct options *o, const struct option_line *l,
                    int world)
{
    static char *(*const checks[])(const struct context *c) = {
        operands_check, procs_check, root_check,    unused_check, choices_check,
        ranks_check,    pure_check,  arrival_check, limits_check, output_check,
    };
    const struct context c = {.o = o, .line = l, .world = world};
    char *cause = NULL;

    for (size_t i = 0; i < COUNT(checks); i++)
        if ((cause = checks[i](&c)) != NULL)
            break;
    return cause;
}
