/* comparison.c: finds the collectives and algorithms of a table that can be
 * set, and compares the algorithms of each collective. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/selection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "print/view.h"

/* Open MPI's default for chain_fanout, which a rule must contain. */
enum { CHAINS = 4 };

/* ---- algorithms ---------------------------------------------------------- */

/* A collective that libmpiperf-tuned.so replaces. */
struct front_op {
    const char *name;
    const char *shared; /* its algorithm through shared memory, or NULL */
    bool mocked;        /* its mock-ups can be executed */
};

static const struct front_op *front_op_find(const char *name)
{
    static const struct front_op table[] = {
        {"allgather", "shm", false},
        {"allreduce", "shm", true},
        {"barrier", "shm", true},
        {"bcast", "shmbcast-auto", false},
        {"reduce", "shm", false},
        {"reduce_scatter_block", NULL, true},
        {0},
    };
    const struct front_op *op = table;

    while (op->name != NULL && strcmp(op->name, name) != 0)
        op++;
    return op->name != NULL ? op : NULL;
}

bool front_can(const char *op)
{
    return front_op_find(op) != NULL;
}

/* True for names without characters that a shell interprets. */
static bool is_name(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_/")] == '\0';
}

/* Excludes algorithms that files cannot express: request limits in version 1 of
 * rules, settings (@...) in variables. */
static unsigned kind_of(const char *op, const char *name, const json_t *params)
{
    static const char *const components[] = {"acoll", "han", "xhc", NULL};
    const struct front_op *front = front_op_find(op);

    if (strncmp(name, "mpich/", 6) == 0 && is_name(op) && is_name(name))
        return KIND_LIBRARY | (selection_can(op, name + 6) ? KIND_SIZED : 0);
    if ((strncmp(name, "tuned/", 6) == 0 && integer_of(params, "id") > 0 &&
         integer_of(params, "max_requests") == 0))
        return KIND_LIBRARY;
    for (size_t i = 0; components[i] != NULL && is_name(name); i++)
        if (strncmp(name, components[i], strcspn(name, "/")) == 0 &&
            components[i][strcspn(name, "/")] == '\0')
            return KIND_COMPONENT;
    if (front != NULL &&
        ((front->shared != NULL && strcmp(name, front->shared) == 0) ||
         (front->mocked && strncmp(name, "mock/", 5) == 0)))
        return KIND_FRONT;
    return KIND_OTHER;
}

static struct candidate candidate_of(const char *op, const struct row *row)
{
    const char *name = row_text(row, "algo");
    const json_t *params = json_object_get(row->last, "params");
    long fanout = integer_of(params, "chain_fanout");

    if (fanout == 0 && strncmp(name, "tuned/chain", 11) == 0)
        fanout = CHAINS;
    return (struct candidate){
        .name = name,
        .kind = kind_of(op, name, params),
        .id = integer_of(params, "id"),
        .fanout = fanout,
        .segment = integer_of(params, "segsize"),
    };
}

/* ---- signs --------------------------------------------------------------- */

struct algo_pair *pair_of(const struct comparison *c, size_t size, size_t algo,
                          size_t other)
{
    return &c->of[(size * c->algos + algo) * c->algos + other];
}

static struct algo_pair pair_between(const struct table *t,
                                     const struct row *row,
                                     const struct row *base)
{
    struct figure vs;
    enum sign sign;
    double gain;

    if (row == NULL || base == NULL || row == base || row->wrong > 0)
        return (struct algo_pair){SIGN_NONE, NAN, NAN};
    gain = base->time.value - row->time.value;
    if (row->base == base - t->v)
        return (struct algo_pair){row->sign, row->vs.value, gain};
    sign = table_ratio(t, row, base, &vs);
    return (struct algo_pair){sign, vs.value, gain};
}

/* Joins the results of two machine states or two measurements: `faster` only if
 * both are faster. */
static struct algo_pair pair_join(struct algo_pair a, struct algo_pair b)
{
    enum sign sign =
        a.sign == b.sign                                 ? a.sign
        : a.sign == SIGN_SLOWER || b.sign == SIGN_SLOWER ? SIGN_SLOWER
        : a.sign == SIGN_NONE || b.sign == SIGN_NONE     ? SIGN_NONE
                                                         : SIGN_UNDECIDED;

    return (struct algo_pair){sign, fmin(a.times, b.times),
                              fmin(a.gain, b.gain)};
}

/* Returns the view's rival for algorithm number a; number 0 is the baseline. */
static size_t rival_of(const struct view *v, size_t a)
{
    return a == 0 ? v->base : a <= v->base ? a - 1 : a;
}

static struct algo_pair pair_find(const struct view *v, size_t size, size_t a,
                                  size_t b)
{
    struct algo_pair all = {SIGN_NONE, NAN, NAN};
    bool first = true;

    for (size_t state = 0; state < v->states->n; state++)
        if (v->known[state]) {
            struct algo_pair one =
                pair_between(v->t, view_row(v, size, rival_of(v, a), state),
                             view_row(v, size, rival_of(v, b), state));

            all = first ? one : pair_join(all, one);
            first = false;
        }
    return all;
}

/* ---- comparisons --------------------------------------------------------- */

static void comparison_alloc(struct comparison *c)
{
    c->of = xcalloc(c->sizes * c->algos * c->algos, sizeof(*c->of));
    c->rule = xcalloc(c->sizes, sizeof(*c->rule));
    c->front = xcalloc(c->sizes, sizeof(*c->front));
    c->hand = xcalloc(c->sizes, sizeof(*c->hand));
}

static void comparison_make(struct comparison *c, const struct view *v)
{
    const struct row *first = v->rival[v->base].first;
    const long groups = integer_of(first->c->which, "groups");
    size_t n = v->rivals;

    *c = (struct comparison){.op = row_text(first, "op"),
                             .procs = integer_of(first->c->which, "procs") /
                                      (groups > 1 ? groups : 1),
                             .algos = n,
                             .sizes = v->sizes};
    c->algo = xcalloc(n, sizeof(*c->algo));
    c->bytes = xcalloc(v->sizes, sizeof(*c->bytes));
    comparison_alloc(c);
    memcpy(c->bytes, v->bytes, v->sizes * sizeof(*c->bytes));
    for (size_t a = 0; a < n; a++)
        c->algo[a] = candidate_of(c->op, v->rival[rival_of(v, a)].first);
    for (size_t i = v->first; i < v->first + v->n; i++)
        if (v->t->v[i].vs.spread.n > c->runs)
            c->runs = v->t->v[i].vs.spread.n;
    for (size_t i = 0; i < v->sizes * n * n; i++)
        c->of[i] = pair_find(v, i / n / n, i / n % n, i % n);
}

static void comparison_free(struct comparison *c)
{
    free(c->algo);
    free(c->bytes);
    free(c->of);
    free(c->rule);
    free(c->front);
    free(c->hand);
    free(c->weight);
}

static int by_op_and_procs(const void *x, const void *y)
{
    const struct comparison *a = x, *b = y;
    int rc = strcmp(a->op, b->op);

    return rc != 0 ? rc : (a->procs > b->procs) - (a->procs < b->procs);
}

bool comparisons_find(struct comparisons *all, const struct table *t, bool join)
{
    struct view v;
    bool once = true;
    size_t n = 0;

    *all = (struct comparisons){0};
    for (size_t first = 0; first < t->n; first += v.n) {
        view_make(&v, t, first);
        for (size_t i = 1; i < v.rivals; i++)
            once &= v.rival[i].first->side == v.rival[0].first->side;
        if (strcmp(row_text(v.rival[v.base].first, "algo"), "native") == 0 &&
            !v.rival[0].first->plain) {
            all->v = xroom(all->v, all->n, sizeof(*all->v));
            comparison_make(&all->v[all->n++], &v);
        }
        view_free(&v);
    }
    if (all->n > 0)
        qsort(all->v, all->n, sizeof(*all->v), by_op_and_procs);
    for (size_t i = 0; i < all->n; i++) {
        bool again = n > 0 && by_op_and_procs(&all->v[n - 1], &all->v[i]) == 0;

        once &= join || !again;
        if (join && again)
            comparison_join(&all->v[n - 1], &all->v[i]);
        else
            all->v[n++] = all->v[i];
    }
    all->n = n;
    return once;
}

void comparisons_free(struct comparisons *all)
{
    for (size_t i = 0; i < all->n; i++)
        comparison_free(&all->v[i]);
    free(all->v);
}

bool size_counts(const struct comparison *c, size_t size)
{
    return c->program == NULL || c->weight[size].calls > 0;
}

bool comparison_counts(const struct comparison *c)
{
    for (size_t size = 0; size < c->sizes; size++)
        if (size_counts(c, size))
            return true;
    return false;
}

size_t comparisons_of_op(const struct comparisons *all,
                         const struct comparison *c)
{
    size_t n = 0;

    while (c + n < all->v + all->n && strcmp(c[n].op, c->op) == 0)
        n++;
    return n;
}

bool comparison_has(const struct comparison *c, const size_t *chosen)
{
    for (size_t size = 0; size < c->sizes; size++)
        if (chosen[size] != 0)
            return true;
    return false;
}

/* ---- two comparisons ----------------------------------------------------- */

/* Returns an index; the number of sizes if there is none. */
static size_t size_of(const struct comparison *c, long bytes)
{
    size_t size = 0;

    while (size < c->sizes && c->bytes[size] != bytes)
        size++;
    return size;
}

size_t algo_of(const struct comparison *c, const char *name)
{
    size_t a = 0;

    while (a < c->algos && strcmp(c->algo[a].name, name) != 0)
        a++;
    return a;
}

static struct algo_pair pair_named(const struct comparison *c, size_t size,
                                   const char *algo, const char *other)
{
    size_t a = algo_of(c, algo), b = algo_of(c, other);

    if (a < c->algos && b < c->algos)
        return *pair_of(c, size, a, b);
    return (struct algo_pair){SIGN_NONE, NAN, NAN};
}

/* Sets the union of the algorithms and sizes of both. */
static void comparison_unite(struct comparison *c, const struct comparison *a,
                             const struct comparison *b)
{
    c->algo = xcalloc(a->algos + b->algos, sizeof(*c->algo));
    memcpy(c->algo, a->algo, a->algos * sizeof(*c->algo));
    for (size_t k = 0; k < b->algos; k++)
        if (algo_of(a, b->algo[k].name) == a->algos)
            c->algo[c->algos++] = b->algo[k];
    c->bytes = xcalloc(a->sizes + b->sizes, sizeof(*c->bytes));
    c->sizes = 0;
    for (size_t i = 0, k = 0; i < a->sizes || k < b->sizes; c->sizes++) {
        bool first =
            k == b->sizes || (i < a->sizes && a->bytes[i] <= b->bytes[k]);
        long bytes = first ? a->bytes[i] : b->bytes[k];

        c->bytes[c->sizes] = bytes;
        i += i < a->sizes && a->bytes[i] == bytes;
        k += k < b->sizes && b->bytes[k] == bytes;
    }
    comparison_alloc(c);
}

void comparison_join(struct comparison *a, struct comparison *b)
{
    struct comparison own = *a;
    size_t n;

    comparison_unite(a, &own, b);
    n = a->algos;
    for (size_t i = 0; i < a->sizes * n * n; i++) {
        const char *algo = a->algo[i / n % n].name,
                   *other = a->algo[i % n].name;
        size_t at = size_of(&own, a->bytes[i / n / n]);
        size_t of = size_of(b, a->bytes[i / n / n]);

        a->of[i] = at == own.sizes ? pair_named(b, of, algo, other)
                   : of == b->sizes
                       ? pair_named(&own, at, algo, other)
                       : pair_join(pair_named(&own, at, algo, other),
                                   pair_named(b, of, algo, other));
    }
    a->runs = a->runs > b->runs ? a->runs : b->runs;
    comparison_free(&own);
    comparison_free(b);
}
