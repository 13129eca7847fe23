/* options_narrow.c: what an operation can't do, and patterns without it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options_table.h"

#include <stdlib.h>

#include "lib/xmalloc.h"

static char *reduction_refuse(const struct options *o, const struct op *op)
{
    const struct dtype *dtype = options_dtype(o, op);

    if (dtype->create != NULL)
        return xasprintf("--datatype: '%s': %s works on predefined types only",
                         dtype->name, op->name);
    if (!(o->how.redop->kinds & 1u << dtype->kind))
        return xasprintf("--op: '%s': is not defined for datatype '%s' (%s)",
                         o->how.redop->name, dtype->name, op->name);
    if (op->flags & OP_PREDEFINED && o->how.redop->function != NULL)
        return xasprintf("--op: '%s': %s takes predefined operations only",
                         o->how.redop->name, op->name);
    return NULL;
}

/* Options on memory that the harness does not make. */
static char *memory_refuse(const struct options *o, const struct op *op)
{
    const char *what = o->how.buffer == BUFFER_COLD       ? "--buffer: cold"
                       : o->how.hugepages                 ? "--hugepages"
                       : o->how.numa != NUMA_LOCAL        ? "--numa"
                       : o->how.shared_memory             ? "--memory: shared"
                       : o->how.align != o->default_align ? "--align"
                                                          : NULL;

    return what != NULL
               ? xasprintf("%s: %s makes its own memory", what, op->name)
               : NULL;
}

char *choice_refuse(const struct options *o, const struct op *op)
{
    const struct dtype *dtype = options_dtype(o, op);
    char *cause = op->flags & OP_OWN_MEMORY ? memory_refuse(o, op) : NULL;

    if (cause != NULL)
        return cause;
    if (op->flags & OP_DOUBLE && dtype != dtype_find("double"))
        return xasprintf("--datatype: '%s': %s works on doubles only",
                         dtype->name, op->name);
    if (op->flags & OP_INTEGER && dtype->kind != DTYPE_INT)
        return xasprintf("--datatype: '%s': %s works on integers only",
                         dtype->name, op->name);
    if (op->flags & OP_ROOTED && op->call.init != NULL &&
        o->root_mode == ROOT_ROTATE)
        return xasprintf("--root: rotate: the root of %s is fixed when it is "
                         "set up",
                         op->name);
    return op->flags & OP_REDUCTION ? reduction_refuse(o, op) : NULL;
}

/* Takes the cause over. */
static void skip(struct skipped *s, const struct op *op, char *cause)
{
    s->ops = xreallocarray(s->ops, s->n + 1, sizeof(*s->ops));
    s->ops[s->n++] = op;
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
