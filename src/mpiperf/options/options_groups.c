/* options_groups.c: checks --groups and --rows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/options_groups.h"

#include "lib/xmalloc.h"
#include "ops/pairs.h"

/* True if an operation measures pairs in rounds. */
static bool has_rounds(const struct options *o)
{
    bool has = false;

    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t j = 0; j < o->procs.n; j++)
            has |= pairs_rounds_of(o->choices[i].op, o->choices[i].values,
                                   (int)o->procs.v[j]) > 0;
    return has;
}

char *groups_check(const struct options *o)
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
