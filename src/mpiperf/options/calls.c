/* calls.c: makes cases from the profile of a program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/runs.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "mpiperf/options/foreign.h"
#include "print/program.h"

/* Minimum share of the program's work that the cases cover. */
static const double covered = 0.95;

/* Delays in seconds: longer delays than the longest have no further effect, and
 * shorter ones than the shortest do not count. */
static const double delay_most = 10e-3, delay_least = 0.1e-6;

/* ---- the file ------------------------------------------------------------ */

static char *profile_refuse(const struct program *p, const char *file,
                            int world, const char *mpi)
{
    const long ranks = integer_of(p->head, "ranks");
    json_t *with = json_pack("{s:s}", "mpi", mpi);
    char *cause = program_refuse(p, file, with);

    json_decref(with);
    if (cause != NULL || ranks == world)
        return cause;
    return xasprintf(
        "%s: the program ran on %ld rank%s, and here %s %d: mpiexec -n %ld",
        SHOWN_FILE(file), ranks, ranks == 1 ? "" : "s",
        world == 1 ? "is" : "are", world, ranks);
}

json_t *calls_read(const struct options *o, int world, const char *mpi,
                   char **cause)
{
    struct program p;
    json_t *calls = NULL;
    char *name, *wrong = program_read_file(&p, o->program);

    if (wrong == NULL)
        wrong = profile_refuse(&p, o->program, world, mpi);
    if (wrong == NULL) {
        name = program_name(&p);
        calls = json_pack("{s:o, s:f, s:i, s:O}", "name", json_text(name),
                          "seconds", number_of(p.head, "seconds"), "ranks",
                          world, "calls", p.calls);
        free(name);
    }
    program_free(&p);
    if (wrong != NULL)
        *cause = xprefix("--program", wrong);
    return calls;
}

/* ---- a case -------------------------------------------------------------- */

/* Returns the datatype that is most similar to the datatype of the calls. */
static const struct dtype *type_of(const struct op *op, const json_t *record)
{
    const char *its = text_of(record, "datatype");
    const struct dtype *type = foreign_type(dtype_table, its);
    const bool reduces = (op->flags & OP_REDUCTION) != 0;

    if (type != NULL && !(reduces && strcmp(type->name, "byte") == 0))
        return type;
    return dtype_find(reduces                            ? "double"
                      : strstr(its, "with gaps") != NULL ? "vector"
                                                         : "byte");
}

/* Sets datatype and reduction; uses `sum` if the reduction does not support the
 * type. */
static void set_reduction(struct bench_case *c, const json_t *record)
{
    const char *its = text_of(record, "reduction");
    const struct redop *redop =
        redop_find(strcmp(its, "user") == 0            ? "user-sum"
                   : strcmp(its, "user, ordered") == 0 ? "user-affine"
                                                       : its);

    c->dtype = type_of(c->choice->op, record);
    if (!(c->choice->op->flags & OP_REDUCTION))
        return;
    c->called.redop = redop != NULL && redop->kinds & 1u << c->dtype->kind
                          ? redop
                          : redop_find("sum");
}

/* Returns the rule with about the same ratio of largest to mean block. */
static const struct counts_rule *rule_of(const json_t *record)
{
    const char *its = text_of(record, "counts");

    return counts_find(*its == '\0' || strcmp(its, "equal") == 0    ? "equal"
                       : strcmp(its, "up to 2 times the mean") == 0 ? "linear"
                                                                    : "spike");
}

static struct bench_case case_of(const struct options *o,
                                 const struct choice *choice,
                                 const json_t *record)
{
    const long ranks = integer_of(o->calls, "ranks");
    const long procs = integer_of(record, "procs");
    const long groups = integer_of(record, "groups");
    const json_t *root = json_object_get(record, "root");
    struct bench_case c = {
        .choice = choice,
        .called = o->how.called,
        .rotate = json_is_true(json_object_get(record, "rotate")),
        .root = (int)json_integer_value(root),
        .spent = {number_of(record, "calls") * (double)procs / (double)ranks,
                  number_of(record, "work"), number_of(o->calls, "seconds")},
    };

    c.called.arrival = (struct arrival){0};
    c.called.groups = groups > 1 && groups * procs <= ranks ? (int)groups : 1;
    c.procs = (int)procs * c.called.groups;
    c.called.in_place = json_is_true(json_object_get(record, "in_place"));
    if (choice->op->varies != VARY_NOT)
        c.called.counts.rule = rule_of(record);
    set_reduction(&c, record);
    if (choice->op->flags & OP_NODATA)
        return c;
    c.bytes = integer_of(record, "bytes");
    c.count = c.bytes / (int64_t)c.dtype->size +
              (c.bytes % (int64_t)c.dtype->size > 0);
    c.bytes = c.count * (int64_t)c.dtype->size;
    return c;
}

static bool fits(const struct options *o, const struct choice *choice,
                 const json_t *record)
{
    const long procs = integer_of(record, "procs");

    return strcmp(choice->op->name, text_of(record, "op")) == 0 && procs > 1 &&
           procs >= choice->op->ranks &&
           procs <= integer_of(o->calls, "ranks") &&
           number_of(record, "work") > 0;
}

static bool alike(const struct bench_case *a, const struct bench_case *b)
{
    return a->choice == b->choice && a->procs == b->procs &&
           a->dtype == b->dtype && a->count == b->count && a->root == b->root &&
           a->rotate == b->rotate && a->called.groups == b->called.groups &&
           a->called.redop == b->called.redop &&
           a->called.counts.rule == b->called.counts.rule &&
           a->called.in_place == b->called.in_place;
}

/* ---- delays -------------------------------------------------------------- */

/* Sets the delays of the case's ranks to the mean delays of the ranks in the
 * profile. If any exceeds delay_most, shortens all by the same factor. Returns
 * false if no rank is late. */
static bool set_delays(struct bench_case *c, const json_t *record)
{
    double *delay = xcalloc((size_t)c->procs, sizeof(*delay));
    double least = INFINITY, most = 0, factor;
    const json_t *mean;
    size_t rank;
    int n = 0;

    json_array_foreach(json_object_get(record, "delays"), rank, mean)
    {
        if (!json_is_number(mean) || n == c->procs)
            continue;
        delay[n] = json_number_value(mean);
        least = fmin(least, delay[n++]);
    }
    for (int i = 0; i < n; i++)
        most = fmax(most, delay[i] -= least);
    if (n < c->procs || most < delay_least) {
        free(delay);
        return false;
    }
    factor = fmin(1, delay_most / most);
    for (int i = 0; i < n; i++)
        delay[i] *= factor;
    c->called.arrival =
        (struct arrival){&arrival_program, most * factor, delay};
    return true;
}

/* ---- the plan ------------------------------------------------------------ */

struct entry {
    struct bench_case c;
    const json_t *record;
    double of_op; /* total work of the calls of its operation */
};

struct entries {
    struct entry *v;
    size_t n;
};

static void entry_add(struct entries *all, struct bench_case c,
                      const json_t *record)
{
    for (size_t i = 0; i < all->n; i++) {
        struct entry *e = &all->v[i];

        if (!alike(&e->c, &c))
            continue;
        if (c.spent.work > number_of(e->record, "work"))
            e->record = record;
        e->c.spent.calls += c.spent.calls;
        e->c.spent.work += c.spent.work;
        return;
    }
    XAPPEND(all->v, all->n, (struct entry){.c = c, .record = record});
}

static int by_work(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;

    return (x->c.spent.work < y->c.spent.work) -
           (x->c.spent.work > y->c.spent.work);
}

/* Sorts by the work of the operation, largest first; then like plan_build(). */
static int by_case(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    const int64_t keys[][2] = {
        {y->c.procs, x->c.procs},
        {x->c.called.groups, y->c.called.groups},
        {x->c.bytes, y->c.bytes},
        {x->c.root, y->c.root},
    };

    if (x->of_op != y->of_op)
        return x->of_op > y->of_op ? -1 : 1;
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (keys[i][0] != keys[i][1])
            return keys[i][0] < keys[i][1] ? -1 : 1;
    return by_work(a, b);
}

/* Keeps the smallest number of cases that cover enough of the work. */
static void entries_cut(struct entries *all)
{
    double sum = 0, enough = 0;
    size_t kept = 0;

    for (size_t i = 0; i < all->n; i++)
        enough += covered * all->v[i].c.spent.work;
    qsort(all->v, all->n, sizeof(*all->v), by_work);
    while (kept < all->n && sum < enough)
        sum += all->v[kept++].c.spent.work;
    all->n = kept;
    for (size_t i = 0; i < kept; i++)
        for (size_t k = 0; k < kept; k++)
            if (all->v[k].c.choice == all->v[i].c.choice)
                all->v[i].of_op += all->v[k].c.spent.work;
    if (kept > 0)
        qsort(all->v, kept, sizeof(*all->v), by_case);
}

void calls_plan(struct plan *p, const struct options *o)
{
    const json_t *record;
    struct entries all = {0};
    size_t at;

    json_array_foreach(json_object_get(o->calls, "calls"), at,
                       record) for (size_t i = 0; i < o->nchoices;
                                    i++) if (fits(o, &o->choices[i], record))
        entry_add(&all, case_of(o, &o->choices[i], record), record);
    entries_cut(&all);
    for (size_t i = 0; i < all.n; i++)
        XAPPEND(p->cases, p->n, all.v[i].c);
    for (size_t i = 0; i < all.n && o->how.called.arrival.pattern != NULL; i++)
        if (set_delays(&all.v[i].c, all.v[i].record))
            XAPPEND(p->cases, p->n, all.v[i].c);
    free(all.v);
}
