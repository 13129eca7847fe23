/* options_check.c: options that contradict each other, or the ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "lib/xmalloc.h"
#include "mpiperf/options/options_scan.h"

struct context {
    const struct options *o;
    const struct scan *s;
    int world;
};

static char *operands_check(const struct context *c)
{
    const struct options *o = c->o;

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

/* Does any of the operations have one of these flags? */
static bool any_op(const struct options *o, unsigned flags)
{
    for (size_t i = 0; i < o->nchoices; i++)
        if (o->choices[i].op->flags & flags)
            return true;
    return false;
}

static bool any_data(const struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        if (!(o->choices[i].op->flags & OP_NODATA))
            return true;
    return false;
}

static bool any_varies(const struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        if (o->choices[i].op->varies != VARY_NOT)
            return true;
    return false;
}

static bool any_in_place(const struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        if (o->choices[i].op->in_place != IN_PLACE_NOT)
            return true;
    return false;
}

/* An option that nothing listens to is a mistake. (-m is not: operations
 * without data may stand beside others on one line, and scripts say -m.) */
static char *unused_check(const struct context *c)
{
    if (scan_find(c->s, 'r') != NULL && !any_op(c->o, OP_ROOTED))
        return xstrdup("--root: no operation named has a root");
    if (scan_find(c->s, KEY_OP) != NULL && !any_op(c->o, OP_REDUCTION))
        return xstrdup("--op: no operation named is a reduction");
    if (scan_find(c->s, KEY_PAIRS) != NULL && !any_op(c->o, OP_PAIRS))
        return xstrdup("--pairs: no operation named is between pairs of ranks");
    if (scan_find(c->s, KEY_TOPOLOGY) != NULL && !any_op(c->o, OP_NEIGHBOR))
        return xstrdup("--topology: no operation named is a neighborhood "
                       "collective");
    if (scan_find(c->s, KEY_COUNTS) != NULL && !any_varies(c->o))
        return xstrdup("--counts: no operation named has blocks of different "
                       "sizes");
    if (c->o->in_place && !any_in_place(c->o))
        return xstrdup("--in-place: no operation named has such a form");
    if (scan_find(c->s, 'd') != NULL && !any_data(c->o))
        return xstrdup("--datatype: no operation named has data");
    return NULL;
}

/* What an operation's flags ask of the datatype and the reduction. */
static char *types_check(const struct context *c)
{
    const struct options *o = c->o;

    for (size_t i = 0; i < o->nchoices; i++) {
        const struct op *op = o->choices[i].op;

        if (op->flags & OP_INTEGER && options_dtype(o, op)->kind != DTYPE_INT)
            return xasprintf("--datatype: '%s': %s works on integers only",
                             options_dtype(o, op)->name, op->name);
        if (op->flags & OP_PREDEFINED && o->redop->function != NULL)
            return xasprintf("--op: '%s': %s takes predefined operations only",
                             o->redop->name, op->name);
        if (op->call.init != NULL && o->root_mode == ROOT_ROTATE)
            return xasprintf("--root: rotate: the root of %s is fixed when "
                             "it is set up",
                             op->name);
    }
    return NULL;
}

static char *reduction_check(const struct context *c)
{
    const struct options *o = c->o;

    for (size_t i = 0; i < o->nchoices; i++) {
        const struct op *op = o->choices[i].op;
        const struct dtype *dtype = options_dtype(o, op);

        if (!(op->flags & OP_REDUCTION))
            continue;
        if (dtype->create != NULL)
            return xasprintf("--datatype: '%s': %s works on predefined types "
                             "only",
                             dtype->name, op->name);
        if (!(o->redop->kinds & 1u << dtype->kind))
            return xasprintf("--op: '%s': is not defined for datatype '%s' "
                             "(%s)",
                             o->redop->name, dtype->name, op->name);
    }
    return NULL;
}

static char *limits_check(const struct context *c)
{
    const struct options *o = c->o;

    if (o->max_valid != 0 && o->max_valid < o->min_valid)
        return xasprintf("--max-valid: '%ld': must not be below --min-valid, "
                         "%ld%s%s",
                         o->max_valid, o->min_valid,
                         o->preset != NULL ? ", with --preset=" : "",
                         o->preset != NULL ? o->preset : "");
    return NULL;
}

static char *output_check(const struct context *c)
{
    bool jsonl = false;

    if (c->o->check && c->o->noutputs > 0)
        return xstrdup("--check: writes no records, so --output is too much");
    for (size_t i = 0; i < c->o->noutputs; i++)
        jsonl = jsonl || c->o->outputs[i].format == OUTPUT_JSONL;
    if (c->o->resume && !jsonl)
        return xstrdup("--resume: needs an --output=FILE.jsonl to go on with");
    if (c->o->samples && c->o->noutputs == 0)
        return xstrdup("--samples: needs an --output to go to");
    return NULL;
}

char *options_check(const struct options *o, const struct scan *s, int world)
{
    static char *(*const checks[])(const struct context *c) = {
        operands_check,  procs_check,  root_check,   unused_check,
        reduction_check, types_check, limits_check, output_check,
    };
    const struct context c = {.o = o, .s = s, .world = world};
    char *cause = NULL;

    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
        if ((cause = checks[i](&c)) != NULL)
            break;
    return cause;
}
