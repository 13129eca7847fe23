/* merge_head_states.c: which states of the machine a merged table is of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "tools/compare/merge_parts.h"
#include "tools/compare/merge_states.h"

enum { WIDEST = 80 };

/* "near 66 ns 61 %, 9 stays" */
static char *state_text(const struct merged *m, size_t state)
{
    const struct state *s = &m->states->of.found.v[state];
    char *levels = runs_states_levels(&m->states->of, state);
    char *text = xasprintf("%s%s %.0f %%, %zu stay%s", s->name, levels,
                           100 * s->share, s->stays, s->stays == 1 ? "" : "s");

    free(levels);
    return text;
}

void merged_put_states(FILE *f, const struct merged *m)
{
    static const char before[] = "# machine states: ";
    double none = 1;
    int width;

    if (m->states == NULL)
        return;
    width = fprintf(f, "%s", before);
    for (size_t i = 0; i < m->states->of.found.n; i++) {
        char *text = state_text(m, i);

        if (i > 0 && width + (int)strlen(text) + 2 > WIDEST)
            width = fprintf(f, ";\n# %*s", (int)strlen(before) - 2, "") - 2;
        else if (i > 0)
            width += fprintf(f, "; ");
        width += fprintf(f, "%s", text);
        none -= m->states->of.found.v[i].share;
        free(text);
    }
    fputs("\n", f);
    if (none >= 0.005)
        fprintf(f, "# %.0f %% of the rounds were in none of them\n",
                100 * none);
    if (runs_states_mixed(&m->states->of) >= 0.005)
        fprintf(f,
                "# %.0f %% of the rounds were dropped: the machine changed "
                "during them\n",
                100 * runs_states_mixed(&m->states->of));
    if (m->states->n == 1)
        fprintf(f, "# figures are of state %s alone\n",
                m->states->row[0].state->name);
}
