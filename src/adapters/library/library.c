/* library.c: the list of the MPI library's algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/library/library.h"
#include "adapters/library/variant.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "machine/tools.h"
#include "ops/registry.h"

static const struct library_kind *const kinds[] = {
    &library_openmpi, &library_mpich, &library_han,
    &library_xhc,     &library_acoll,
};
enum { NKINDS = sizeof(kinds) / sizeof(kinds[0]) };

struct library *library_open(const struct option_line *line)
{
    struct library *l = NULL;

    for (int k = 0; k < NKINDS; k++) {
        if (!library_wanted(kinds[k], line))
            continue;
        if (l == NULL) {
            l = xcalloc(1, sizeof(*l));
            l->algos = xcalloc(1, sizeof(*l->algos));
            tools_open();
        }
        for (const struct op *const *op = coll_ops; *op != NULL; op++)
            if ((*op)->call.run != NULL)
                kinds[k]->add(l, kinds[k], *op);
    }
    return l;
}

void library_close(struct library *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < l->n; i++) {
        free((char *)l->algos[i]->name);
        free((char *)l->algos[i]->help);
        free((void *)l->algos[i]);
    }
    for (size_t i = 0; i < l->nrows; i++) {
        free((char *)l->rows[i].name);
        free((char *)l->rows[i].help);
    }
    free(l->algos);
    free(l);
    tools_close();
}
