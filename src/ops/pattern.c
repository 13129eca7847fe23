/* pattern.c: --pattern and --topology: messages by name or from a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pattern.h"

#include <stdlib.h>
#include <string.h>
#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "ops/layout.h"

enum { GAP_MOST = 1 << 30 };

#define KIND(low, UP, least, most, ranks, help)                                \
    {pattern_##low, least, most, ranks},
static const struct kind {
    pattern_fn *make;
    int least, most; /* range of the number after the name; most is 0 without a
                      * number */
    int ranks;       /* minimum number of ranks */
} kinds[] = {PATTERNS(KIND)};

#define WORD(low, UP, least, most, ranks, help) {#low, PATTERN_##UP, help},
const struct param_word pattern_words[] = {PATTERNS(WORD){0}};

int pattern_make(const struct pattern_choice *p, const struct op_args *a,
                 struct edges *e, char **cause)
{
    const struct kind *kind = &kinds[p->name];

    if (a->size < kind->ranks) {
        *cause = xasprintf("--pattern=%s: needs %d ranks",
                           pattern_words[p->name].name, kind->ranks);
        return MPI_ERR_RANK;
    }
    kind->make(a, p->n, e);
    return MPI_SUCCESS;
}

static bool is_file(const char *text)
{
    return strchr(text, '/') != NULL || has_suffix(text, ".msgs");
}

static int number_parse(const struct kind *kind, const char *name,
                        const char *text, int *n, char **cause)
{
    long v;

    *n = kind->most > 0;
    if (text == NULL)
        return 0;
    if (kind->most == 0) {
        *cause = xasprintf("'%s' takes no number", name);
        return -1;
    }
    if (number_long(&v, text, kind->least, kind->most, cause) != 0)
        return -1;
    *n = (int)v;
    return 0;
}

static void name_refuse(const struct param *p, const char *name, char **cause)
{
    char *unknown;

    param_word_refuse(p, name, &unknown);
    *cause = xasprintf("%s; a file's name has a / or ends in .msgs", unknown);
    free(unknown);
}

static int pattern_parse(const struct param *p, void *at, const char *text,
                         char **cause)
{
    struct pattern_choice c = {.file = is_file(text) ? text : NULL};
    char *name = xstrdup(text), *number = strchr(name, ':');
    const struct param_word *w;
    int rc = -1;

    if (number != NULL)
        *number++ = '\0';
    w = param_word_find(p, name);
    if (c.file != NULL)
        rc = 0;
    else if (w == NULL)
        name_refuse(p, name, cause);
    else
        rc = number_parse(&kinds[w->value], w->name, number, &c.n, cause);
    if (rc == 0 && w != NULL)
        c.name = w->value;
    if (rc == 0)
        *(struct pattern_choice *)at = c;
    free(name);
    return rc;
}

static const struct param pattern_rows[] = {
    PARAM_ROW("pattern", struct pattern_params, pattern, TEXT, "ring",
              "messages of exchange: a pattern (--list shows the names), or a "
              "file of messages, whose name contains a / or ends with .msgs",
              .arg = "NAME[:N]|FILE", .words = pattern_words,
              .parse = pattern_parse, .option = true),
    PARAM_ROW("gap", struct pattern_params, gap, SIZE, "0",
              "gap in memory between two messages of exchange, rounded up "
              "to whole elements; 0: messages are adjacent",
              .arg = "BYTES", .most = GAP_MOST, .option = true),
    {0},
};

const struct param_table pattern_params =
    PARAM_TABLE("exchange", pattern_rows, struct pattern_params);

int pattern_edges(const struct op_args *a, struct edges *e, char **cause)
{
    const struct pattern_params *p = a->params;
    int rc = p->pattern.file != NULL
                 ? pattern_load(p->pattern.file, a, e, cause)
                 : pattern_make(&p->pattern, a, e, cause);

    e->gap = p->gap; /* all other members have been set */
    return rc;
}

int pattern_content(const void *params, MPI_Comm comm,
                    struct op_content *content, char **cause)
{
    const struct pattern_params *p = params;

    return p->pattern.file != NULL
               ? pattern_load_content(p->pattern.file, comm, content, cause)
               : MPI_SUCCESS;
}

enum { DIMS = 2 };

static const struct param_word topology_words[] = {
    {"ring", PATTERN_RING,
     "distributed graph: each rank with the previous and the next rank"},
    {"torus", PATTERN_TORUS,
     "Cartesian, 2 dimensions as chosen by MPI_Dims_create, periodic"},
    {"grid", PATTERN_GRID, "the same, but not periodic"},
    {"graph", PATTERN_GRAPH,
     "distributed graph: rank i sends to ranks i+1, i+2, i+4, ..."},
    {0},
};

static const struct param topology_rows[] = {
    PARAM_ROW("topology", struct topology_params, topology, WORD, "grid",
              "topology of neighborhood collectives (--list shows the names)",
              .arg = "NAME", .words = topology_words, .option = true),
    {0},
};

const struct param_table topology_params =
    PARAM_TABLE("neighbor", topology_rows, struct topology_params);

static int graph_create(MPI_Comm comm, struct op_args *a, pattern_fn *make,
                        MPI_Comm *made)
{
    struct edges e;
    int rc, *in, *out, *weights;

    MPI_Comm_rank(comm, &a->rank);
    make(a, 0, &e);
    in = xcalloc(3 * (size_t)e.nin + 1, sizeof(*in));
    out = in + e.nin;
    weights = out + e.nin; /* all 0: no weights */
    for (int i = 0; i < e.nin; i++) {
        in[i] = e.in[i].peer;
        out[i] = e.out[i].peer;
    }
    rc = MPI_Dist_graph_create_adjacent(comm, e.nin, in, weights, e.nout, out,
                                        weights, MPI_INFO_NULL, 0, made);
    edges_free(&e);
    free(in);
    return rc;
}

int topology_connect(MPI_Comm comm, const void *params, MPI_Comm *made)
{
    const struct topology_params *p = params;
    int periodic = p->topology == PATTERN_TORUS;
    int dims[DIMS], periods[DIMS] = {periodic, periodic};
    struct op_args a = {0};

    MPI_Comm_size(comm, &a.size);
    if (p->topology == PATTERN_GRAPH || p->topology == PATTERN_RING)
        return graph_create(comm, &a, kinds[p->topology].make, made);
    dims_balanced(a.size, DIMS, dims);
    return MPI_Cart_create(comm, DIMS, dims, periods, 0, made);
}

int topology_edges(const struct op_args *a, struct edges *e, char **cause)
{
    const struct topology_params *p = a->params;

    (void)cause;
    kinds[p->topology].make(a, 0, e);
    return MPI_SUCCESS;
}
