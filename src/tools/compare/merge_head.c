/* merge_head.c: what is the same in all rows of a merged table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digits.h"
#include "lib/quote.h"
#include "lib/words.h"
#include "lib/xmalloc.h"
#include "tools/compare/fields.h"
#include "tools/compare/reference.h"
#include "tools/compare/sittings.h"

static const char *text_of(const struct run *run, const char *trait)
{
    const char *text = json_string_value(json_object_get(run->traits, trait));

    return text != NULL ? text : "-";
}

/* ---- differences --------------------------------------------------------- */

/* A value for people: of an object the members that `other` has not. */
static char *value_apart(const json_t *value, const json_t *other)
{
    const char *name, *comma = "";
    json_t *member;
    size_t length;
    char *text;
    FILE *f;

    if (!json_is_object(value))
        return value_text(value);
    f = open_memstream(&text, &length);
    if (f == NULL)
        out_of_memory();
    json_object_foreach((json_t *)value, name, member)
    {
        char *shown;

        if (json_equal(member, json_object_get(other, name)))
            continue;
        shown = value_text(member);
        fprintf(f, "%s%s=%s", comma, SHOWN_FILE(name), shown);
        comma = " ";
        free(shown);
    }
    if (*comma == '\0')
        fputs("-", f);
    if (fclose(f) != 0)
        out_of_memory();
    return text;
}

static bool is_apart(const struct run *a, const struct run *b,
                     const char *trait)
{
    const json_t *x = json_object_get(a->traits, trait);
    const json_t *y = json_object_get(b->traits, trait);

    return x == NULL || y == NULL ? x != y : !json_equal(x, y);
}

void merged_apart(FILE *f, const struct runs *r, const struct runs *other)
{
    const struct run *own = &r->v[0], *its = &other->v[0];
    const char *trait;
    json_t *value;

    json_object_foreach(own->traits, trait, value)
    {
        char *text;

        if (!is_apart(own, its, trait))
            continue;
        text = value_apart(value, json_object_get(its->traits, trait));
        fprintf(f, "# this table: %s: %s\n", trait, text);
        free(text);
    }
}

/* ---- command lines ------------------------------------------------------- */

/* Words of the sides, from the first and from the last, that are the same. */
struct common {
    size_t first, last;
};

static size_t common_of(const json_t *a, const json_t *b, size_t least,
                        bool from_end)
{
    size_t na = json_array_size(a), nb = json_array_size(b), n = 0;

    while (n < least && n < na && n < nb &&
           json_equal(json_array_get(a, from_end ? na - 1 - n : n),
                      json_array_get(b, from_end ? nb - 1 - n : n)))
        n++;
    return n;
}

static struct common common_words(const struct merged *m, const long *side)
{
    const json_t *first = merged_side_run(m, side[0])->words;
    struct common c = {json_array_size(first), 0};

    for (size_t k = 1; k < m->sides; k++)
        c.first = common_of(first, merged_side_run(m, side[k])->words, c.first,
                            false);
    c.last = json_array_size(first);
    for (size_t k = 0; k < m->sides; k++) {
        const json_t *words = merged_side_run(m, side[k])->words;
        size_t rest = json_array_size(words) - c.first;

        c.last = common_of(first, words, rest < c.last ? rest : c.last, true);
    }
    return c;
}

static void put_words(FILE *f, const json_t *words, size_t from, size_t to)
{
    const char **word = xcalloc(json_array_size(words) + 1, sizeof(*word));

    for (size_t i = from; i < to; i++)
        word[i - from] = json_string_value(json_array_get(words, i));
    words_print(f, word, to - from);
    free(word);
}

void merged_put_side(FILE *f, const struct merged *m, long side)
{
    char *name = merged_side(m, side);

    fprintf(f, "%s%s", merged_side_name(m, side) != NULL ? "" : "command line ",
            SHOWN_FILE(name));
    free(name);
}

/* The words that not all have. */
static void put_own_words(FILE *f, const struct merged *m, const long *side)
{
    struct common c = common_words(m, side);

    fputs("# differ in:", f);
    for (size_t k = 0; k < m->sides; k++) {
        const json_t *words = merged_side_run(m, side[k])->words;
        size_t n = json_array_size(words);

        fputs(k > 0 ? "; " : " ", f);
        merged_put_side(f, m, side[k]);
        fputs(": ", f);
        if (n > c.first + c.last)
            put_words(f, words, c.first, n - c.last);
        else
            fputs("-", f);
    }
    putc('\n', f);
}

/* What else the sides do not have in common, such as the environment. */
static void put_own_traits(FILE *f, const struct merged *m, const long *side)
{
    const struct run *first = merged_side_run(m, side[0]);
    const char *trait;
    json_t *value;

    json_object_foreach(first->traits, trait, value)
    {
        const struct run *apart = NULL;

        for (size_t k = 1; k < m->sides && apart == NULL; k++)
            if (is_apart(first, merged_side_run(m, side[k]), trait))
                apart = merged_side_run(m, side[k]);
        if (apart == NULL)
            continue;
        fprintf(f, "# %s:", trait);
        for (size_t k = 0; k < m->sides; k++) {
            const struct run *run = merged_side_run(m, side[k]);
            char *text = value_apart(
                json_object_get(run->traits, trait),
                json_object_get((k == 0 ? apart : first)->traits, trait));

            fputs(k > 0 ? "; " : " ", f);
            merged_put_side(f, m, side[k]);
            fprintf(f, ": %s", text);
            free(text);
        }
        putc('\n', f);
    }
}

static void put_commands(FILE *f, const struct merged *m)
{
    size_t n;
    long *side = runs_command_list(m->whole, &n);

    for (size_t k = 0; k < n; k++) {
        fputs("# ", f);
        if (n > 1)
            merged_put_side(f, m, side[k]);
        fputs(n > 1 ? ": " : "", f);
        run_print_words(f, merged_side_run(m, side[k]));
        putc('\n', f);
    }
    if (n > 1) {
        put_own_words(f, m, side);
        put_own_traits(f, m, side);
    }
    free(side);
}

/* ---- runs and machine ---------------------------------------------------- */

/* "12 runs", "12 runs of each", "12, 11 runs" of the command lines. */
static void put_count(FILE *f, const struct merged *m)
{
    size_t n, *count;
    long *side = runs_command_list(m->whole, &n);
    bool same = true;

    count = xcalloc(n + 1, sizeof(*count));
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < m->whole->n; i++)
            count[k] += m->whole->v[i].command == side[k];
        same = same && count[k] == count[0];
    }
    for (size_t k = 0; k < (same ? 1 : n); k++)
        fprintf(f, "%s%zu", k > 0 ? ", " : "", count[k]);
    fprintf(f, " run%s%s", same && count[0] == 1 ? "" : "s",
            n > 1 && same ? " of each" : "");
    free(count);
    free(side);
}

/* "12 runs; 2026-11-22T10:14:03Z, 48 s; 2 ranks; Open MPI v4.1.4" */
static void put_runs(FILE *f, const struct merged *m)
{
    const struct run *first = &m->whole->v[0];
    const char *mpi = text_of(first, "MPI library");
    char *library = xasprintf("%.*s", (int)strcspn(mpi, ","), mpi);
    char *began = runs_began(m->whole);
    char *ranks = value_text(json_object_get(first->traits, "ranks"));
    double span = runs_span(m->whole);

    fputs("# ", f);
    put_count(f, m);
    fputs("; ", f);
    if (began != NULL && isnan(span))
        fprintf(f, "%s; ", began);
    else if (began != NULL && span >= 120)
        fprintf(f, "%s, %.0f min; ", began, span / 60);
    else if (began != NULL)
        fprintf(f, "%s, %.0f s; ", began, span);
    fprintf(f, "%s rank%s; %s\n", ranks, strcmp(ranks, "1") == 0 ? "" : "s",
            SHOWN_FILE(library));
    fprintf(f, "# %s, ", SHOWN_FILE(text_of(first, "processor")));
    fprintf(f, "kernel %s\n", SHOWN_FILE(text_of(first, "kernel")));
    free(ranks);
    free(began);
    free(library);
}

/* What the gauges of run_gauges[] do. */
static const char *const gauge_text[RUN_GAUGES] = {
    "copy of 64 KiB", "computing", "cache line to the next rank"};

/* Two figures with the digits of what lies between them. */
static void put_range(FILE *f, const struct reference *r)
{
    double unit = r->median < 1e-6 ? 1e9 : 1e6;
    int decimals =
        digits_decimals(unit * r->median, unit * (r->hi - r->lo) / 2);
    char lo[DIGITS_SIZE], hi[DIGITS_SIZE];

    digits_print(lo, unit * r->lo, decimals);
    digits_print(hi, unit * r->hi, decimals);
    if (strcmp(lo, hi) == 0)
        fprintf(f, " %s %s", lo, unit > 1e6 ? "ns" : "us");
    else
        fprintf(f, " %s-%s %s", lo, hi, unit > 1e6 ? "ns" : "us");
}

/* "machine speed, fast runs to slow, a factor of up to 1.04:" and
 * "copy of 64 KiB 2.60-2.70 us, ..." of each gauge. */
static void put_reference(FILE *f, const struct merged *m)
{
    struct reference of[RUN_GAUGES];
    const char *before = "# ";
    double most = 0;

    for (size_t i = 0; i < RUN_GAUGES; i++) {
        reference_of(&of[i], m->whole, i);
        most = fmax(most, of[i].hi / of[i].lo);
    }
    if (!(most > 0))
        return;
    if (most < 1.005)
        fputs("# machine speed, the same in all runs:\n", f);
    else
        fprintf(f,
                "# machine speed, fast runs to slow, a factor of up to %.2f:\n",
                most);
    for (size_t i = 0; i < RUN_GAUGES; i++) {
        if (isnan(of[i].median))
            continue;
        fprintf(f, "%s%s", before, gauge_text[i]);
        put_range(f, &of[i]);
        before = ", ";
    }
    putc('\n', f);
}

void merged_head(FILE *f, const struct merged *m)
{
    put_runs(f, m);
    put_commands(f, m);
    put_reference(f, m);
    merged_put_states(f, m);
}
