/* judged.h: judged rows of a gate, and their texts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef VERDICT_JUDGED_H
#define VERDICT_JUDGED_H

#include "compare/table.h"

/* Verdicts. The values before GATE_SUSPECT are exit statuses. */
enum verdict {
    GATE_PASS = 0,
    GATE_FAIL = 1,
    GATE_CANNOT_TELL = 4,
    GATE_ERROR = 5, /* nothing can be judged */
    GATE_SUSPECT,   /* slower, but fails only after new blocks confirm it */
};

enum gate_of { GATE_CASE, GATE_GEOMEAN };

/* Minimum blocks for a verdict, and for a suspect. A block has all sides. */
enum { GATE_BLOCKS_MIN = 12, SUSPECT_MIN = 6 };

/* What the gate judges: a row, or the mean over the rows of an operation. */
struct judged {
    char *name; /* "bcast 64 KiB", or "bcast 64 KiB, far" */
    bool rare;  /* its state has fewer blocks than the other: it cannot pass */
    struct figure vs;
    enum verdict verdict; /* not ERROR */
    /* For a suspect: the first block after the look that found it, and its
     * figure from that block on; else 0. */
    size_t since;
    struct figure again;
};

struct gate {
    double limit; /* a factor above 1 */
    enum verdict verdict;
    char *text; /* the reason of the verdict */
    struct judged *v;
    size_t n;
    size_t blocks;    /* number of blocks at this look; 0 if not interleaved */
    bool more_decide; /* the verdict is CANNOT_TELL, but more runs may decide */
};

void gate_free(struct gate *g);

/* Return malloced texts: how much slower the row is, with `decimals` decimals;
 * the verdict and its reason. */
char *judged_text(const struct gate *g, const struct judged *j, int decimals);
char *gate_line(const struct gate *g);

/* "PASS", ... */
const char *verdict_word(enum verdict v);

/* Returns the number of rows with this verdict. */
static inline size_t gate_count(const struct gate *g, enum verdict verdict)
{
    size_t n = 0;

    for (size_t i = 0; i < g->n; i++)
        n += g->v[i].verdict == verdict;
    return n;
}

/* How much slower: the logarithm of the ratio, or a difference of shares. */
static inline double slowness(const struct figure *vs)
{
    return -vs->spread.mean;
}

/* Returns the figure that decided the verdict. */
static inline const struct figure *decisive(const struct judged *j)
{
    return j->verdict == GATE_FAIL && j->since > 0 ? &j->again : &j->vs;
}

/* Makes a gate with the judged rows and their verdicts, but no overall verdict
 * yet. before: the previous look at the same runs, or NULL. */
void gate_rows(struct gate *g, const struct table *t, const struct gate *before,
               double limit, enum gate_of of);

/* Returns the name of a judged row, malloced. */
char *gate_name(const struct table *t, const struct row *row, enum gate_of of);

/* ---- reasons to distrust a table, malloced, or NULL: distrust.c ---------- */

/* Reports wrong results (--verify) on the first side, or on the others. */
char *distrust_wrong_results(const struct table *t, bool first);

/* Returns the first reason that applies: wrong results on the first side, too
 * many failed runs, a case that one side lacks, occasional slow runs, a machine
 * state seen on only one side. *more: more runs may remove it. */
char *distrust_reason(const struct table *t, bool *more);

#endif /* VERDICT_JUDGED_H */
