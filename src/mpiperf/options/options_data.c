/* options_data.c: options on what messages are made of and where they lie. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/catalog.h"
#include "mpiperf/options/options_table.h"
#include "mpiperf/options/options_word.h"

/* Largest alignment, and the highest number a NUMA node has under Linux. */
#define ALIGN_LIMIT ((int64_t)1 << 30)
enum { NODE_MAX = 1023 };

int dtype_set(struct options *o, const char *arg, char **cause)
{
    o->dtype = dtype_find(arg);
    return catalog_check(o, o->dtype, KIND_DATATYPE, arg, cause);
}

const struct dtype *options_dtype(const struct options *o, const struct op *op)
{
    if (o->dtype != NULL && !(op->flags & OP_NODATA))
        return o->dtype;
    return dtype_find(op->flags & OP_INTEGER                   ? "int64"
                      : op->flags & (OP_REDUCTION | OP_DOUBLE) ? "double"
                                                               : "byte");
}

int redop_set(struct options *o, const char *arg, char **cause)
{
    o->how.redop = redop_find(arg);
    return catalog_check(o, o->how.redop, KIND_REDUCTION, arg, cause);
}

int counts_set(struct options *o, const char *arg, char **cause)
{
    const char *words[8];
    char *name = xstrdup(arg), *seed = strchr(name, ':');
    const struct counts_rule *rule;
    long v = 0;
    int rc = -1;

    for (size_t i = 0; counts_table[i] != NULL; i++)
        words[i] = counts_table[i]->name, words[i + 1] = NULL;
    if (seed != NULL)
        *seed++ = '\0';
    rule = counts_find(name);
    if (rule == NULL)
        word_find("rule", words, NULL, name, cause);
    else if (!rule->seeded && seed != NULL)
        *cause = xasprintf("'%s' takes no seed", name);
    else if (rule->seeded && seed == NULL)
        *cause = xasprintf("'%s' needs a seed, as %s:1", name, name);
    else
        rc = seed == NULL ? 0 : number_long(&v, seed, 0, INT_MAX, cause);
    free(name);
    if (rc == 0)
        o->how.counts = (struct counts){rule, (uint64_t)v};
    return rc;
}

int align_set(struct options *o, const char *arg, char **cause)
{
    int64_t v;

    if (number_size(&v, arg, cause) != 0)
        return -1;
    if (v >= 1 && v <= ALIGN_LIMIT && (v & (v - 1)) == 0) {
        o->how.align = (size_t)v;
        return 0;
    }
    return param_refuse(arg, "must be a power of two from 1 to 1Gi", cause);
}

int memory_set(struct options *o, const char *arg, char **cause)
{
    static const char *const kinds[] = {"private", "shared", NULL};
    int i = word_find("memory", kinds, NULL, arg, cause);

    if (i < 0)
        return -1;
    o->how.shared_memory = i == 1;
    return 0;
}

int numa_set(struct options *o, const char *arg, char **cause)
{
    static const char *const modes[] = {"local", "interleave", NULL};
    static const enum numa_mode mode[] = {NUMA_LOCAL, NUMA_INTERLEAVE};
    long node = 0;
    int i;

    if (word_is_number(arg)) {
        if (number_long(&node, arg, 0, NODE_MAX, cause) != 0)
            return -1;
        o->how.numa = NUMA_NODE;
    } else {
        i = word_find("placement", modes, "a node's number", arg, cause);
        if (i < 0)
            return -1;
        o->how.numa = mode[i];
    }
    o->how.numa_node = (int)node;
    return 0;
}
