/* gate.c: --fail-above: did anything become slower? */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/gate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/digits.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/compare/output.h"

const struct param_word gate_words[] = {
    {.name = "case", .value = GATE_CASE, .help = "each case"},
    {.name = "geomean",
     .value = GATE_GEOMEAN,
     .help = "the geometric mean over the cases of each operation"},
    {0},
};

static size_t fewer(const struct comparison *c)
{
    return c->side[0].n < c->side[1].n ? c->side[0].n : c->side[1].n;
}

/* ---- the runs of a side -------------------------------------------------- */

char *gate_side(const struct side_runs *side, const char *name)
{
    size_t all = side->n + side->lost;

    if (side->lost > 0)
        return xasprintf("%zu of %zu runs of %s failed", side->lost, all, name);
    if (side->torn > 0)
        return xasprintf("%zu of %zu runs of %s did not end as they should",
                         side->torn, all, name);
    if (side->differ != NULL)
        return xasprintf("the runs of %s differ in %s", name, side->differ);
    return NULL;
}

/* ---- all rows ------------------------------------------------------------ */

/* The answer for all rows is the worst of theirs. */
struct gate {
    const struct tool *tool;
    const struct gate_options *o;
    size_t rows, failed, open;
    size_t runs;   /* of each side, where there are most */
    size_t needed; /* ... that would tell of all that are open; 0: unknown */
    bool unknown;  /* of one nobody knows what would */
    bool related;  /* ratios to rivals were compared */
    char *doubt;   /* why nobody can tell of any, malloced; NULL */
};

/* The rows of one table. */
struct rows_of {
    const char *state; /* NULL: of all there is */
    double runs_each;  /* runs as they ran for each of the table's */
};

/* Says of the row why it does not pass; frees the cause. */
static void say(const struct gate *g, const json_t *record, const char *state,
                char *cause)
{
    char *name = case_name(record);
    char *full =
        state != NULL ? xasprintf("%s, state %s", name, state) : xstrdup(name);

    tool_error(g->tool, xprefix(full, cause));
    free(full);
    free(name);
}

static size_t runs_of(const struct rows_of *of, size_t n)
{
    return (size_t)ceil((double)n * of->runs_each);
}

static void add_row(struct gate *g, const struct comparison *c,
                    struct gate_row row, const struct rows_of *of)
{
    size_t runs = runs_of(of, fewer(c)), telling = runs_of(of, c->telling);

    g->rows++;
    g->related |= c->rival != NULL;
    g->runs = runs > g->runs ? runs : g->runs;
    g->failed += row.says == GATE_FAIL;
    if (row.says == GATE_OPEN) {
        g->open++;
        g->unknown |= telling <= runs;
        g->needed = telling > g->needed ? telling : g->needed;
    }
    if (row.cause != NULL)
        say(g, c->record, of->state, row.cause);
}

static void add_open(struct gate *g, const json_t *record, const char *state,
                     char *cause)
{
    say(g, record, state, cause);
    g->rows++;
    g->open++;
    g->unknown = true;
}

/* Cases that B lost: nobody can call that as fast as before. */
static void add_missing(struct gate *g, const json_t *only_a)
{
    const char *key;
    json_t *record;

    json_object_foreach((json_t *)only_a, key, record)
    {
        add_open(g, record, NULL, xstrdup("cannot tell: only A has it"));
    }
}

/* Results are wrong in whatever state. */
static void add_wrong(struct gate *g, const struct comparisons *all)
{
    for (size_t i = 0; i < all->n; i++) {
        const struct comparison *c = &all->v[i];

        if (c->side[1].wrong > 0) {
            say(g, c->record, NULL, xstrdup("B has wrong results"));
            g->rows++;
            g->failed++;
        } else if (c->side[0].wrong > 0) {
            add_open(g, c->record, NULL,
                     xstrdup("cannot tell: A has wrong results"));
        }
    }
}

/* Cases of both that one, or none, was measured in that state with. */
static void add_apart(struct gate *g, const struct compared *c, size_t k)
{
    const struct runs *side = c->v[k].side;

    for (size_t s = 0; s < 2; s++)
        for (size_t i = 0; i < side[s].ncases; i++) {
            const struct runs_case *own = &side[s].cases[i];

            if (runs_find(&side[1 - s], own->key) != NULL ||
                runs_find(c->states.set[1 - s], own->key) == NULL)
                continue;
            add_open(g, own->record, compared_name(c, k),
                     xasprintf("cannot tell: only %s was measured in it",
                               s == 0 ? "A" : "B"));
        }
    for (size_t i = 0; i < c->states.set[0]->ncases; i++) {
        const struct runs_case *own = &c->states.set[0]->cases[i];

        if (runs_find(c->states.set[1], own->key) != NULL &&
            runs_find(&side[0], own->key) == NULL &&
            runs_find(&side[1], own->key) == NULL)
            add_open(g, own->record, compared_name(c, k),
                     xstrdup("cannot tell: neither was measured in it"));
    }
}

/* NULL, or what of a side the states that are compared do not show. */
static char *unseen_of(const struct compared *c, size_t side, const char *name)
{
    size_t unwatched = runs_states_unwatched(&c->states, side);
    double share = compared_unseen(c, side);

    if (unwatched > 0)
        return xasprintf("%zu of %zu runs of %s were not watched, or changed "
                         "their state all the time",
                         unwatched, c->states.set[side]->n, name);
    if (share <= STATE_SHARE_MIN)
        return NULL;
    return xasprintf("%.0f %% of the rounds of %s were in states that are not "
                     "compared",
                     100 * share, name);
}

static void add_unseen(struct gate *g, const struct compared *c)
{
    for (size_t side = 2; side-- > 0 && g->doubt == NULL && c->n > 0;)
        g->doubt = unseen_of(c, side, side == 0 ? "A" : "B");
}

static void add_sides(struct gate *g, const struct comparisons *c)
{
    g->doubt = gate_side(&c->side[1], "B");
    if (g->doubt == NULL)
        g->doubt = gate_side(&c->side[0], "A");
    if (g->doubt == NULL && c->n == 0)
        g->doubt = xstrdup("no case is in both");
}

/* ---- the answer ---------------------------------------------------------- */

static void print_mean(const struct comparison *c, const char *state)
{
    const struct judgement *j = &c->judgement;
    char *name = case_name(c->record), buf[DIGITS_INTERVAL_SIZE];

    printf("# %s, geomean of %zu cases%s%s%s: %s %s\n", name, c->cases,
           c->rival != NULL ? ", against rivals" : "",
           state != NULL ? ", state " : "", state != NULL ? state : "",
           digits_interval(buf, j->ratio, j->lo, j->hi),
           judged_name(j->verdict));
    free(name);
}

static void print_needed(FILE *f, const struct gate *g)
{
    double seconds = (double)(g->needed - g->runs) * g->o->block_seconds;

    if (g->needed <= g->runs || g->unknown)
        return;
    fprintf(f, "; %zu may tell", g->needed);
    if (seconds >= 90)
        fprintf(f, " (%.0f min more)", ceil(seconds / 60));
    else if (seconds >= 0)
        fprintf(f, " (%.0f s more)", ceil(seconds));
}

int gate_answer(int status, char *cause)
{
    const char *word = status == EXIT_DONE          ? "PASS"
                       : status == EXIT_CANNOT_TELL ? "CANNOT TELL"
                                                    : "FAIL";

    printf("%s: %s\n", word, cause);
    free(cause);
    return fflush(stdout) == 0 ? status : EXIT_FAILED;
}

/* What the answer is about. */
static void print_about(FILE *f, const struct gate *g, const char *name)
{
    if (g->failed > 0)
        fprintf(f, "%zu of %zu %ss", g->failed, g->rows, name);
    else if (g->doubt != NULL)
        fputs(g->doubt, f);
    else if (g->open > 0)
        fprintf(f, "%zu of %zu %ss", g->open, g->rows, name);
    else
        fprintf(f, "no %s of %zu is slower by %g %% or more", name, g->rows,
                100 * g->o->limit);
    if (g->related)
        fputs(", against rivals of their runs", f);
    fprintf(f, "; %zu run%s a side", g->runs, g->runs == 1 ? "" : "s");
    if (g->failed == 0 && g->open > 0 && g->doubt == NULL)
        print_needed(f, g);
}

static void print_means(const struct gate *g, const struct comparisons *c,
                        const char *state)
{
    if (g->o->of == GATE_GEOMEAN)
        for (size_t i = 0; i < c->nmeans; i++)
            print_mean(&c->mean[i], state);
    fflush(stdout);
}

static int answer(const struct gate *g, const char *name)
{
    size_t length;
    char *text;
    FILE *f = open_memstream(&text, &length);

    if (f == NULL)
        out_of_memory();
    print_about(f, g, name);
    if (fclose(f) != 0)
        out_of_memory();
    return gate_answer(g->failed > 0                     ? EXIT_FAILED
                       : g->open > 0 || g->doubt != NULL ? EXIT_CANNOT_TELL
                                                         : EXIT_DONE,
                       text);
}

static void add_table(struct gate *g, const struct comparisons *c,
                      const struct rows_of *of)
{
    struct gate_rows rows = gate_rows_of(c, g->o->of);

    print_means(g, c, of->state);
    for (size_t i = 0; i < rows.n; i++)
        add_row(g, &rows.v[i], gate_row(&rows.v[i], g->o->limit), of);
}

/* Wrong results are not repeated: see add_wrong(). */
static void add_levelled(struct gate *g, const struct compared *c)
{
    struct gate_rows all = gate_rows_of(&c->all, g->o->of);
    struct gate_rows rows = gate_rows_of(&c->levelled, g->o->of);

    print_means(g, &c->levelled, NULL);
    for (size_t i = 0; i < all.n; i++) {
        const struct comparison *row =
            comparison_like(rows.v, rows.n, &all.v[i]);

        if (row == NULL)
            add_open(g, all.v[i].record, NULL,
                     xstrdup("cannot tell: not both were measured in states "
                             "of the machine"));
        else if (row->side[0].wrong + row->side[1].wrong == 0)
            add_row(g, row, gate_row_of(c, row, g->o),
                    &(struct rows_of){NULL, c->levelled_each});
    }
}

static void add_states(struct gate *g, const struct compared *c)
{
    for (size_t k = 0; k < c->n; k++)
        add_table(g, &c->v[k].c,
                  &(struct rows_of){compared_name(c, k), c->v[k].runs_each});
}

int gate(const struct tool *tool, const struct compared *c,
         const struct gate_options *o)
{
    struct gate g = {.tool = tool, .o = o};
    int status;

    if (compared_levelled(c))
        add_levelled(&g, c);
    else if (c->n > 0)
        add_states(&g, c);
    else
        add_table(&g, &c->all, &(struct rows_of){NULL, 1});
    for (size_t k = 0; k < c->n; k++)
        add_apart(&g, c, k);
    if (c->n > 0)
        add_wrong(&g, &c->all);
    add_missing(&g, c->all.only[0]);
    add_sides(&g, &c->all);
    add_unseen(&g, c);
    status = answer(&g, gate_rows_of(&c->all, o->of).name);
    free(g.doubt);
    return status;
}
