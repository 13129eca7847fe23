/* options_check.c: refuses options that contradict each other, the operations
 * or the number of ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/xmalloc.h"
#include "mpiperf/options/options_parts.h"
#include "mpiperf/options/plan.h"
#include "ops/buffers.h"
#include "ops/pairs.h"

/* ---- options that an operation does not support -------------------------- */

static char *reduction_refuse(const struct options *o, const struct op *op)
{
    const struct dtype *dtype = options_dtype(o, op);

    if (dtype->create != NULL)
        return xasprintf("--datatype: '%s': %s works on predefined types only",
                         dtype->name, op->name);
    if (!(o->how.called.redop->kinds & 1u << dtype->kind))
        return xasprintf("--op: '%s': is not defined for datatype '%s' (%s)",
                         o->how.called.redop->name, dtype->name, op->name);
    if (op->flags & OP_PREDEFINED && o->how.called.redop->function != NULL)
        return xasprintf("--op: '%s': %s takes predefined operations only",
                         o->how.called.redop->name, op->name);
    return NULL;
}

/* Refuses options about memory if the operation allocates its own. */
static char *memory_refuse(const struct options *o, const struct op *op)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE); /* default of --align */
    const char *what = o->how.buffer == BUFFER_COLD        ? "--buffer: cold"
                       : o->how.hugepages                  ? "--hugepages"
                       : o->how.numa != BUFFERS_NUMA_LOCAL ? "--numa"
                       : o->how.shared_memory              ? "--memory: shared"
                       : o->how.align != page              ? "--align"
                                                           : NULL;

    return what != NULL
               ? xasprintf("%s: %s allocates its own memory", what, op->name)
               : NULL;
}

static char *choice_refuse(const struct options *o, const struct op *op)
{
    const struct dtype *dtype = options_dtype(o, op);
    char *cause = op->flags & OP_OWN_MEMORY ? memory_refuse(o, op) : NULL;

    if (cause != NULL)
        return cause;
    if (o->how.threads > 0 && !(op->flags & OP_THREADS))
        return xasprintf("--threads: %s does not run in several threads",
                         op->name);
    if (op->flags & OP_DOUBLE && dtype != dtype_find("double"))
        return xasprintf("--datatype: '%s': %s works on doubles only",
                         dtype->name, op->name);
    if (op->flags & OP_INTEGER && dtype->kind != DTYPE_INT)
        return xasprintf("--datatype: '%s': %s works on integers only",
                         dtype->name, op->name);
    if (op->flags & OP_ROOTED && op->call.init != NULL &&
        o->root == ROOT_ROTATE)
        return xasprintf("--root: rotate: the root of %s is fixed when it is "
                         "set up",
                         op->name);
    return op->flags & OP_REDUCTION ? reduction_refuse(o, op) : NULL;
}

static void skip(struct skipped *s, const struct op *op, char *cause)
{
    XAPPEND(s->ops, s->n, op);
    if (s->cause == NULL)
        s->cause = cause;
    else
        free(cause);
}

void choices_narrow(struct options *o)
{
    size_t kept = 0;

    for (size_t i = 0; i < o->nchoices; i++) {
        struct choice c = o->choices[i];
        char *cause = c.by_pattern ? choice_refuse(o, c.op) : NULL;

        if (cause == NULL) {
            o->choices[kept++] = c;
            continue;
        }
        skip(&o->skipped, c.op, cause);
        choice_free(&c);
    }
    o->nchoices = kept;
}

/* ---- contradictions ------------------------------------------------------ */

struct context {
    const struct options *o;
    const struct option_line *line;
    int world;
    int64_t least, most; /* of --procs */
};

/* --accept always measures the same sweep, because bounds are valid for that
 * sweep only. So options that would change it are refused. */
static char *accept_check(const struct context *c)
{
    static const char *const beside[] = {"accept",    "output", "append",
                                         "overwrite", "timer",  "stuck-after",
                                         "progress"};
    enum { BESIDE = sizeof(beside) / sizeof(beside[0]) };

    if (option_line_find(c->line, "accept") == NULL)
        return NULL;
    for (size_t i = 0; i < c->line->n; i++) {
        const struct option_row *row = c->line->v[i].row;
        const char *word = row != NULL ? row->p.name : c->line->v[i].arg;
        size_t at = row != NULL ? 0 : BESIDE;

        while (at < BESIDE && strcmp(beside[at], word) != 0)
            at++;
        if (at == BESIDE)
            return xasprintf("--accept: measures a fixed sweep and cannot be "
                             "combined with '%s'",
                             word);
    }
    return NULL;
}

static char *operands_check(const struct context *c)
{
    const struct options *o = c->o;

    if (o->nchoices == 0 && o->skipped.cause != NULL)
        return xstrdup(o->skipped.cause);
    if (o->nchoices == 0 && !o->check)
        return xstrdup("no operation named, such as bcast or bcast:shmbcast "
                       "(--list shows them, --help the options)");
    if (o->nchoices > 0 && o->check)
        return xasprintf("--check: measures no operation: leave out '%s'",
                         o->choices[0].op->name);
    return NULL;
}

/* Refuses options that set cases: --program takes them from the profile. */
static char *program_check(const struct context *c)
{
    static const char *const its[] = {"procs", "groups", "rows",
                                      "size",  "root",   "datatype",
                                      "op",    "counts", "in-place"};
    const struct arrival *arrival = &c->o->how.called.arrival;

    if (c->o->program == NULL)
        return arrival->pattern == &arrival_program
                   ? xstrdup("--arrival: 'program' needs --program=FILE")
                   : NULL;
    for (size_t i = 0; i < sizeof(its) / sizeof(its[0]); i++)
        if (option_line_find(c->line, its[i]) != NULL)
            return xasprintf("--%s: is set by the profile of --program",
                             its[i]);
    if (arrival->pattern != NULL && arrival->pattern != &arrival_program)
        return xasprintf("--arrival: with --program only '%s' or 'none'",
                         arrival_program.name);
    return NULL;
}

static bool has_rounds(const struct options *o)
{
    bool has = false;

    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t j = 0; j < o->procs.n; j++)
            has |= pairs_rounds_of(o->choices[i].op, o->choices[i].values,
                                   (int)o->procs.v[j]) > 0;
    return has;
}

static char *groups_check(const struct options *o)
{
    const struct sweep *procs = &o->procs;
    const int groups = o->how.called.groups;

    for (size_t i = 0; i < procs->n; i++)
        if (procs->v[i] % groups != 0)
            return xasprintf("--groups: %lld rank%s cannot be divided into %d "
                             "groups of the same size",
                             (long long)procs->v[i],
                             procs->v[i] == 1 ? "" : "s", groups);
    if (groups == 1 && o->how.called.by_group)
        return xstrdup("--rows=group: needs --groups=K");
    if (groups > 1 && has_rounds(o))
        return xstrdup("--groups: cannot be combined with --pairs=each, "
                       "each-alone, find or random");
    return NULL;
}

static char *procs_check(const struct context *c)
{
    int groups = c->o->how.called.groups;
    char *cause = groups_check(c->o);

    if (cause != NULL)
        return cause;
    if (c->most > c->world)
        return xasprintf("--procs: '%lld': must be at most %d, the ranks "
                         "there are (mpiexec -n)",
                         (long long)c->most, c->world);
    if (c->o->root >= c->least / groups)
        return xasprintf("--root: '%d': must be below the smallest number of "
                         "ranks%s, %lld",
                         c->o->root, groups > 1 ? " of a group" : "",
                         (long long)c->least / groups);
    return NULL;
}

/* Refuses too few ranks if an operation is named in full, or if all operations
 * need more. Otherwise such cases become rows without figures. */
static char *ranks_check(const struct context *c)
{
    const struct options *o = c->o;
    const struct op *lacks = NULL;
    int64_t most = c->most / o->how.called.groups;
    bool any = false, named = false;

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
    if (o->how.called.groups > 1)
        return xasprintf("--groups: %s needs %d ranks or more, and a group "
                         "has %lld",
                         lacks->name, lacks->ranks, (long long)most);
    return xasprintf("%s needs %d ranks or more, and %s %lld: mpiexec -n %d "
                     "mpiperf %s (--allow-one-rank measures it all the same)",
                     lacks->name, lacks->ranks,
                     option_line_find(c->line, "procs") ? "--procs says"
                                                        : "there is",
                     (long long)c->most, lacks->ranks, lacks->name);
}

/* Returns the property that the operation would need for this option; NULL if
 * the option applies. -m applies to all operations, so that operations without
 * data can be measured together with others. */
static const char *op_lacks(const struct op *op, const struct option_row *row)
{
    const char *name = row->p.name;
    const struct {
        const char *option, *lack;
        bool has;
    } uses[] = {
        {"root", "has a root", (op->flags & OP_ROOTED) != 0},
        {"op", "is a reduction", (op->flags & OP_REDUCTION) != 0},
        {"datatype", "has data", (op->flags & OP_NODATA) == 0},
        {"counts", "has blocks of different sizes", op->varies != VARY_NOT},
        {"rewrite", "has messages that can be rewritten", op->source != NULL},
        {"in-place", "has such a form", op->in_place != IN_PLACE_NOT},
        {name, "has this option",
         row->table == NULL || op_option(op, name) != NULL},
    };
    size_t i = 0;

    while (strcmp(uses[i].option, name) != 0)
        i++;
    return uses[i].has ? NULL : uses[i].lack;
}

/* Returns the property that all given operations lack; NULL if the option
 * applies to one of them. */
static const char *option_lacks(const struct options *o,
                                const struct option_row *row)
{
    static const struct op none = {.flags = OP_NODATA}; /* has no property */
    const char *lack = op_lacks(&none, row);

    for (size_t i = 0; i < o->nchoices && lack != NULL; i++)
        lack = op_lacks(o->choices[i].op, row);
    return lack;
}

/* Refuses an option that applies to none of the operations. If some operations
 * were skipped, the message says why: it may apply to one of those. */
static char *unused_check(const struct context *c)
{
    for (size_t i = 0; i < c->line->n; i++) {
        const struct option_row *row = c->line->v[i].row;
        const char *lack = row != NULL ? option_lacks(c->o, row) : NULL;

        if (lack != NULL)
            return c->o->skipped.cause != NULL
                       ? xstrdup(c->o->skipped.cause)
                       : xasprintf("--%s: no operation named %s", row->p.name,
                                   lack);
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
    char *cause = xasprintf("%s: %s reports a share of %s's time: write "
                            "%s:%s,%s",
                            op, v->label, pure, op, pure, v->label);

    free(pure);
    return cause;
}

/* Refuses an algorithm that computes if the algorithm that its hidden share
 * refers to is not measured. */
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

    for (size_t i = 0;
         o->how.called.arrival.pattern != NULL && i < o->how.nmethods; i++)
        if (!o->how.methods[i]->scheduled)
            return xasprintf("--arrival: needs a method with start times, "
                             "window or roundtime, not --method=%s",
                             o->how.methods[i]->name);
    if (o->how.called.arrival.pattern != NULL &&
        o->how.called.arrival.seconds > o->how.max_time)
        return xasprintf("--arrival: a delay of %g s leaves no time for a "
                         "launch within --max-time=%g",
                         o->how.called.arrival.seconds, o->how.max_time);
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
        return xstrdup("--check: writes no records: leave out --output");
    if (c->o->how.samples && c->o->noutputs == 0)
        return xstrdup("--samples: needs an --output to go to");
    if ((c->o->append || c->o->overwrite) && c->o->noutputs == 0)
        return xasprintf("--%s: needs an --output",
                         c->o->append ? "append" : "overwrite");
    if (c->o->overwrite && (c->o->append || c->o->resume))
        return xasprintf("--overwrite and --%s cannot be combined",
                         c->o->append ? "append" : "resume");
    return NULL;
}

char *options_check(const struct options *o, const struct option_line *l,
                    int world)
{
    static char *(*const checks[])(const struct context *c) = {
        accept_check,  operands_check, program_check, procs_check,
        unused_check,  choices_check,  ranks_check,   pure_check,
        arrival_check, limits_check,   output_check,
    };
    const struct sweep *procs = &o->procs;
    struct context c = {o, l, world, procs->v[0], procs->v[0]};
    char *cause = NULL;

    for (size_t i = 1; i < procs->n; i++) {
        c.least = procs->v[i] < c.least ? procs->v[i] : c.least;
        c.most = procs->v[i] > c.most ? procs->v[i] : c.most;
    }
    for (size_t i = 0; i < sizeof(checks) / sizeof(*checks) && cause == NULL;
         i++)
        cause = checks[i](&c);
    return cause;
}
