/* output_states.c: comparisons of sides state by state. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/output_states.h"

#include <stdlib.h>
#include "tools/compare/output.h"

void states_print(FILE *f, const struct compared *c)
{
    const char *before = "# machine states: ";

    for (size_t k = 0; k < c->n; k++) {
        const struct compared_state *v = &c->v[k];
        char *levels = runs_states_levels(&c->states, v->state);

        fprintf(f, "%s%s%s: A %.0f %%, B %.0f %%", before, compared_name(c, k),
                levels, 100 * v->share[0], 100 * v->share[1]);
        before = "; ";
        free(levels);
    }
    if (c->n > 0)
        putc('\n', f);
    if (c->apart)
        fputs("# A and B were measured in different states\n", f);
    if (c->n > 1 && c->together)
        fputs("# they are compared state by state\n", f);
}

void tables_print(FILE *f, const struct compared *c,
                  const struct compare_options *o)
{
    if (c->n == 0 || !c->together)
        comparisons_print(f, &c->all, o);
    for (size_t k = 0; k < c->n && c->together; k++) {
        fprintf(f, "# state %s:%s\n", compared_name(c, k),
                c->v[k].side[0].n == 0   ? " B alone was in it"
                : c->v[k].side[1].n == 0 ? " A alone was in it"
                                         : "");
        if (c->v[k].c.n > 0)
            comparisons_print(f, &c->v[k].c, o);
    }
}

json_t *tables_records(const struct compared *c,
                       const struct compare_options *o)
{
    json_t *all;

    if (c->n == 0 || !c->together)
        return comparisons_records(&c->all, o, NULL);
    all = json_array();
    for (size_t k = 0; k < c->n; k++) {
        json_t *own = comparisons_records(&c->v[k].c, o, compared_name(c, k));

        json_array_extend(all, own);
        json_decref(own);
    }
    return all;
}
