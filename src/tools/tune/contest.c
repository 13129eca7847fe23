/* contest.c: finds in a table which algorithms of which collectives can be set,
 * compares them with each other, and chooses the best one for each size. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "print/view.h"

/* Open MPI's default for chain_fanout, which a rule must contain. */
enum { CHAINS = 4 };

/* Collectives whose mock-ups libmpiperf-tuned.so can execute. */
static const char *const mocked[] = {"allreduce", "barrier",
                                     "reduce_scatter_block", NULL};

/* ---- algorithms ---------------------------------------------------------- */

/* True for names without characters that a shell interprets. */
static bool is_name(const char *text)
{
    return text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_/")] == '\0';
}

/* Excludes what files cannot express: limits of requests, in the first version
 * of rules; settings (@...), in variables. */
static enum kind kind_of(const char *op, const char *name, const json_t *params)
{
    if ((strncmp(name, "mpich/", 6) == 0 && is_name(op) && is_name(name)) ||
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

static struct contender contender_of(const char *op, const struct row *row)
{
    const char *name = row_text(row, "algo");
    const json_t *params = json_object_get(row->last, "params");
    long fanout = integer_of(params, "chain_fanout");

    if (fanout == 0 && strncmp(name, "tuned/chain", 11) == 0)
        fanout = CHAINS;
    return (struct contender){
        .name = name,
        .kind = kind_of(op, name, params),
        .id = integer_of(params, "id"),
        .fanout = fanout,
        .segment = integer_of(params, "segsize"),
    };
}

/* ---- signs --------------------------------------------------------------- */

struct duel *duel_of(const struct contest *c, size_t size, size_t algo,
                     size_t other)
{
    return &c->of[(size * c->algos + algo) * c->algos + other];
}

static struct duel duel_between(const struct table *t, const struct row *row,
                                const struct row *base)
{
    struct figure vs;
    enum sign sign;

    if (row == NULL || base == NULL || row == base || row->wrong > 0)
        return (struct duel){SIGN_NONE, NAN};
    if (row->base == base - t->v)
        return (struct duel){row->sign, row->vs.value};
    sign = table_ratio(t, row, base, &vs);
    return (struct duel){sign, vs.value};
}

/* Joins the results in two states of the machine: `faster` only if both are. */
static struct duel duel_join(struct duel a, struct duel b)
{
    enum sign sign =
        a.sign == b.sign                                 ? a.sign
        : a.sign == SIGN_SLOWER || b.sign == SIGN_SLOWER ? SIGN_SLOWER
        : a.sign == SIGN_NONE || b.sign == SIGN_NONE     ? SIGN_NONE
                                                         : SIGN_NOT_TOLD;

    return (struct duel){sign, fmin(a.times, b.times)};
}

/* Index of the view's rival that is algorithm number a; 0 is the baseline. */
static size_t rival_of(const struct view *v, size_t a)
{
    return a == 0 ? v->base : a <= v->base ? a - 1 : a;
}

static struct duel duel_find(const struct view *v, size_t size, size_t a,
                             size_t b)
{
    struct duel all = {SIGN_NONE, NAN};
    bool first = true;

    for (size_t state = 0; state < v->states->n; state++)
        if (v->known[state]) {
            struct duel one =
                duel_between(v->t, view_row(v, size, rival_of(v, a), state),
                             view_row(v, size, rival_of(v, b), state));

            all = first ? one : duel_join(all, one);
            first = false;
        }
    return all;
}

/* ---- contests ------------------------------------------------------------ */

static void contest_make(struct contest *c, const struct view *v)
{
    const struct row *first = v->rival[v->base].first;
    size_t n = v->rivals;

    *c = (struct contest){.op = row_text(first, "op"),
                          .procs = integer_of(first->c->which, "procs"),
                          .algos = n,
                          .sizes = v->sizes};
    c->algo = xcalloc(n, sizeof(*c->algo));
    c->bytes = xcalloc(v->sizes, sizeof(*c->bytes));
    c->of = xcalloc(v->sizes * n * n, sizeof(*c->of));
    c->rule = xcalloc(v->sizes, sizeof(*c->rule));
    c->front = xcalloc(v->sizes, sizeof(*c->front));
    memcpy(c->bytes, v->bytes, v->sizes * sizeof(*c->bytes));
    for (size_t a = 0; a < n; a++)
        c->algo[a] = contender_of(c->op, v->rival[rival_of(v, a)].first);
    for (size_t i = v->first; i < v->first + v->n; i++)
        if (v->t->v[i].vs.spread.n > c->runs)
            c->runs = v->t->v[i].vs.spread.n;
    for (size_t i = 0; i < v->sizes * n * n; i++)
        c->of[i] = duel_find(v, i / n / n, i / n % n, i % n);
}

static int by_op_and_procs(const void *x, const void *y)
{
    const struct contest *a = x, *b = y;
    int rc = strcmp(a->op, b->op);

    return rc != 0 ? rc : (a->procs > b->procs) - (a->procs < b->procs);
}

bool contests_find(struct contests *all, const struct table *t)
{
    struct view v;
    bool once = true;

    *all = (struct contests){0};
    for (size_t first = 0; first < t->n; first += v.n) {
        view_make(&v, t, first);
        for (size_t i = 1; i < v.rivals; i++)
            once &= v.rival[i].first->side == v.rival[0].first->side;
        if (strcmp(row_text(v.rival[v.base].first, "algo"), "native") == 0 &&
            !v.rival[0].first->plain) {
            all->v = xroom(all->v, all->n, sizeof(*all->v));
            contest_make(&all->v[all->n++], &v);
        }
        view_free(&v);
    }
    if (all->n > 0)
        qsort(all->v, all->n, sizeof(*all->v), by_op_and_procs);
    for (size_t i = 1; i < all->n; i++)
        once &= by_op_and_procs(&all->v[i - 1], &all->v[i]) != 0;
    return once;
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

bool contest_told(const struct contest *c)
{
    bool told = false;

    for (size_t i = 0; i < c->sizes * c->algos; i++) {
        enum sign sign = duel_of(c, i / c->algos, i % c->algos, 0)->sign;

        told |= sign != SIGN_NONE && sign != SIGN_NOT_TOLD;
    }
    return told;
}

size_t contests_of_op(const struct contests *all, const struct contest *c)
{
    size_t n = 0;

    while (c + n < all->v + all->n && strcmp(c[n].op, c->op) == 0)
        n++;
    return n;
}

bool contest_has(const struct contest *c, const size_t *chosen)
{
    for (size_t size = 0; size < c->sizes; size++)
        if (chosen[size] != 0)
            return true;
    return false;
}

/* ---- choices by size ------------------------------------------------------
 */

static bool is_faster(const struct contest *c, size_t size, size_t algo,
                      size_t other)
{
    return duel_of(c, size, algo, other)->sign == SIGN_FASTER;
}

/* Returns the fastest algorithm with the sign `faster`; 0 if there is none. */
static size_t best_of(const struct contest *c, enum kind kind, size_t size,
                      size_t base)
{
    size_t best = 0;

    for (size_t a = 1; a < c->algos; a++)
        if (c->algo[a].kind == kind && is_faster(c, size, a, base) &&
            (best == 0 || duel_of(c, size, a, base)->times >
                              duel_of(c, size, best, base)->times))
            best = a;
    return best;
}

void decide_by_size(const struct contest *c, enum kind kind, const size_t *base,
                    size_t *chosen)
{
    for (size_t size = 0; size < c->sizes; size++) {
        size_t than = base != NULL ? base[size] : 0;
        size_t best = best_of(c, kind, size, than);
        size_t kept = size > 0 ? chosen[size - 1] : 0;
        bool stays = kept != 0 && is_faster(c, size, kept, than) &&
                     !is_faster(c, size, best, kept);

        chosen[size] = stays ? kept : best;
    }
}

static size_t algo_named(const struct contest *c, const char *name)
{
    size_t a = 1;

    while (a < c->algos && strcmp(c->algo[a].name, name) != 0)
        a++;
    return a < c->algos ? a : 0;
}

/* Adds the logarithms of the algorithm's ratios to *gain. Returns false if at
 * some size it is slower than native, or may be, or was not measured. */
static bool may_replace(const struct contest *c, size_t algo, double *gain,
                        bool *faster)
{
    for (size_t size = 0; size < c->sizes; size++) {
        const struct duel *v = duel_of(c, size, algo, 0);
        bool good = v->sign == SIGN_FASTER || v->sign == SIGN_SAME ||
                    (v->sign == SIGN_NOT_TOLD && v->times >= 1 - SAME);

        if (!good)
            return false;
        *gain += log(v->times);
        *faster |= v->sign == SIGN_FASTER;
    }
    return true;
}

void decide_for_all(struct contest *c, size_t n)
{
    const char *best = NULL;
    double most = 0;

    for (size_t a = 1; a < c->algos; a++) {
        bool good = c->algo[a].kind == KIND_LIBRARY, faster = false;
        double gain = 0;

        for (size_t i = 0; i < n && good; i++) {
            size_t own = algo_named(&c[i], c->algo[a].name);

            good = own != 0 && may_replace(&c[i], own, &gain, &faster);
        }
        if (good && faster && gain > most) {
            best = c->algo[a].name;
            most = gain;
        }
    }
    for (size_t i = 0; i < n && best != NULL; i++)
        for (size_t size = 0; size < c[i].sizes; size++)
            c[i].rule[size] = algo_named(&c[i], best);
}
