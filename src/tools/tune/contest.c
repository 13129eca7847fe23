/* contest.c: finds in a table what may be set: collectives, their algorithms,
 * and the signs of these against each other. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

/* Default of Open MPI's chain_fanout, which a rule has to state. */
enum { CHAINS = 4 };

/* Collectives whose mock-ups libmpiperf-tuned.so carries out. */
static const char *const mocked[] = {"allreduce", "barrier",
                                     "reduce_scatter_block", NULL};

/* ---- rows ---------------------------------------------------------------- */

static long procs_of(const struct row *row)
{
    return (long)json_integer_value(json_object_get(row->c->which, "procs"));
}

static bool is_of(const struct contest *c, const struct row *row)
{
    return !row->plain && procs_of(row) == c->procs &&
           strcmp(row_text(row, "op"), c->op) == 0;
}

static bool is_native(const struct row *row)
{
    return strcmp(row_text(row, "algo"), "native") == 0;
}

static size_t algo_of(const struct contest *c, const struct row *row)
{
    size_t a = 0;

    while (a < c->algos && strcmp(c->algo[a].name, row_text(row, "algo")) != 0)
        a++;
    return a;
}

static size_t size_of(const struct contest *c, const struct row *row)
{
    size_t s = 0;

    while (s < c->sizes && c->bytes[s] < row_bytes(row))
        s++;
    return s;
}

/* ---- signs --------------------------------------------------------------- */

/* The row of that algorithm that competes with `base`, or NULL. */
static const struct row *rival_of(const struct table *t, const char *algo,
                                  const struct row *base)
{
    for (size_t i = 0; i < t->n; i++) {
        const struct row *row = &t->v[i];

        if (row->c->rivals == base->c->rivals && row->side == base->side &&
            row->state == base->state &&
            strcmp(row_text(row, "algo"), algo) == 0)
            return row;
    }
    return NULL;
}

static struct verdict verdict_between(const struct table *t,
                                      const struct row *row,
                                      const struct row *base)
{
    struct figure vs;
    enum sign sign;

    if (row == NULL || row == base || row->wrong > 0 || base->wrong > 0)
        return (struct verdict){SIGN_NONE, NAN};
    if (row->base == base - t->v)
        return (struct verdict){row->sign, row->vs.value};
    sign = table_ratio(t, row, base, &vs);
    return (struct verdict){sign, vs.value};
}

/* Signs of the same size under other conditions, as with other buffers: faster
 * only where it always is. */
static void verdict_join(struct verdict *all, struct verdict v, bool first)
{
    if (first)
        *all = v;
    else if (all->sign == SIGN_SLOWER || v.sign == SIGN_SLOWER)
        all->sign = SIGN_SLOWER;
    else if (all->sign != v.sign)
        all->sign = all->sign == SIGN_NONE || v.sign == SIGN_NONE
                        ? SIGN_NONE
                        : SIGN_NOT_TOLD;
    all->times = fmin(all->times, v.times);
}

struct verdict *verdict_of(const struct contest *c, size_t size, size_t algo,
                           size_t other)
{
    return &c->of[(size * c->algos + algo) * c->algos + other];
}

static void find_verdicts(struct contest *c, const struct table *t)
{
    size_t n = c->sizes * c->algos * c->algos;
    bool *met = xcalloc(n + 1, sizeof(*met));

    c->of = xcalloc(n + 1, sizeof(*c->of));
    for (size_t i = 0; i < t->n; i++) {
        const struct row *base = &t->v[i];

        if (!is_of(c, base))
            continue;
        for (size_t a = 0; a < c->algos; a++) {
            struct verdict *v =
                verdict_of(c, size_of(c, base), a, algo_of(c, base));
            const struct row *row = rival_of(t, c->algo[a].name, base);

            verdict_join(v, verdict_between(t, row, base), !met[v - c->of]);
            met[v - c->of] = true;
        }
    }
    free(met);
}

/* ---- contests ------------------------------------------------------------ */

static long integer_of(const json_t *params, const char *name)
{
    return (long)json_integer_value(json_object_get(params, name));
}

/* A rule of the first version cannot limit requests. */
static enum kind kind_of(const char *op, const char *name, const json_t *params)
{
    if (strncmp(name, "mpich/", 6) == 0 ||
        (strncmp(name, "tuned/", 6) == 0 && integer_of(params, "id") > 0 &&
         integer_of(params, "max_requests") == 0))
        return KIND_LIBRARY;
    if (strcmp(op, "bcast") == 0 && strcmp(name, "shmbcast-auto") == 0)
        return KIND_FRONT;
    for (size_t i = 0; strncmp(name, "mock/", 5) == 0 && mocked[i] != NULL; i++)
        if (strcmp(op, mocked[i]) == 0)
            return KIND_FRONT;
    return KIND_OTHER;
}

/* Chains in a rule: those of coll_tuned_NAME_algorithm_chain_fanout. */
static long fanout_of(const char *name, const json_t *params)
{
    long fanout = integer_of(params, "chain_fanout");

    return fanout == 0 && strncmp(name, "tuned/chain", 11) == 0 ? CHAINS
                                                                : fanout;
}

static void algo_add(struct contest *c, const struct row *row)
{
    const char *name = row_text(row, "algo");
    const json_t *params = json_object_get(row->last, "params");

    if (algo_of(c, row) < c->algos)
        return;
    c->algo = xroom(c->algo, c->algos, sizeof(*c->algo));
    c->algo[c->algos++] = (struct contender){
        .name = name,
        .kind = kind_of(c->op, name, params),
        .id = integer_of(params, "id"),
        .fanout = fanout_of(name, params),
        .segment = integer_of(params, "segsize"),
    };
}

static void size_add(struct contest *c, const struct row *row)
{
    size_t at = size_of(c, row);

    if (at < c->sizes && c->bytes[at] == row_bytes(row))
        return;
    c->bytes = xroom(c->bytes, c->sizes, sizeof(*c->bytes));
    memmove(c->bytes + at + 1, c->bytes + at,
            (c->sizes - at) * sizeof(*c->bytes));
    c->bytes[at] = row_bytes(row);
    c->sizes++;
}

static int by_op_and_procs(const void *x, const void *y)
{
    const struct contest *a = x, *b = y;
    int rc = strcmp(a->op, b->op);

    return rc != 0 ? rc : (a->procs > b->procs) - (a->procs < b->procs);
}

static void contest_add(struct contests *all, const struct row *native)
{
    for (size_t i = 0; i < all->n; i++)
        if (is_of(&all->v[i], native))
            return;
    all->v = xroom(all->v, all->n, sizeof(*all->v));
    all->v[all->n] = (struct contest){.op = row_text(native, "op"),
                                      .procs = procs_of(native)};
    algo_add(&all->v[all->n++], native);
}

void contests_find(struct contests *all, const struct table *t)
{
    *all = (struct contests){0};
    for (size_t i = 0; i < t->n; i++)
        if (is_native(&t->v[i]) && !t->v[i].plain)
            contest_add(all, &t->v[i]);
    for (size_t k = 0; k < all->n; k++) {
        struct contest *c = &all->v[k];

        for (size_t i = 0; i < t->n; i++)
            if (is_of(c, &t->v[i])) {
                algo_add(c, &t->v[i]);
                size_add(c, &t->v[i]);
            }
        find_verdicts(c, t);
        c->rule = xcalloc(c->sizes, sizeof(*c->rule));
        c->front = xcalloc(c->sizes, sizeof(*c->front));
    }
    if (all->n > 0)
        qsort(all->v, all->n, sizeof(*all->v), by_op_and_procs);
}

void contests_free(struct contests *all)
{
    for (size_t i = 0; i < all->n; i++) {
        free(all->v[i].algo);
        free(all->v[i].bytes);
        free(all->v[i].of);
        free(all->v[i].rule);
        free(all->v[i].front);
    }
    free(all->v);
}
