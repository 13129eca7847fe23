/* judged.c: judged rows of a gate, and their texts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "verdict/judged.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

char *judged_text(const struct gate *g, const struct judged *j, int decimals)
{
    const struct figure *vs = decisive(j);
    double slower = exp(slowness(vs)), half = exp(vs->half);

    return isnan(vs->half)
               ? xstrdup("too few runs have figures")
               : xasprintf("%.*f times slower [%.*f, %.*f], limit %g", decimals,
                           slower, decimals, slower / half, decimals,
                           slower * half, g->limit);
}

size_t gate_count(const struct gate *g, enum verdict verdict)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        n += g->v[i].verdict == verdict;
    return n;
}

void gate_free(struct gate *g)
{
    for (size_t i = 0; i < g->n; i++)
        free(g->v[i].name);
    free(g->v);
    free(g->text);
    *g = (struct gate){0};
}

const char *verdict_word(enum verdict v)
{
    return v == GATE_PASS    ? "PASS"
           : v == GATE_FAIL  ? "FAIL"
           : v == GATE_ERROR ? "ERROR"
                             : "CANNOT TELL";
}

char *gate_line(const struct gate *g)
{
    return xasprintf("%s: %s", verdict_word(g->verdict), g->text);
}
