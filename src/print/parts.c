/* parts.c: texts above and below the readable table: what was measured, and
 * where; why cells are empty. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/parts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/markdown.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "verdict/conditions.h"
#include "verdict/run_differences.h"

enum { WIDTH = 80 };

/* ---- titles -------------------------------------------------------------- */

static char *mpis_text(const struct runs *r)
{
    char *mpi = mpi_text(r->v[0].record);
    bool alike = true;

    for (size_t i = 1; i < r->n && alike; i++) {
        char *other = mpi_text(r->v[i].record);

        alike = strcmp(other, mpi) == 0;
        free(other);
    }
    if (alike)
        return mpi;
    free(mpi);
    return xstrdup("different MPIs");
}

/* Prints "53 runs in 59 s", "12 runs of each" or "12 and 11 runs". */
static void put_runs(FILE *f, const struct table *t)
{
    const struct runs *r = t->r;
    size_t first = runs_count(r, 1);
    double spent = runs_seconds(r);
    bool alike = true;

    if (t->o.passes)
        return;
    for (long side = 2; side <= r->sides; side++)
        alike &= runs_count(r, side) == first;
    fputs("; ", f);
    for (long side = 1; side <= (alike ? 1 : r->sides); side++)
        fprintf(f, "%s%zu", side > 1 ? " and " : "", runs_count(r, side));
    fprintf(f, " run%s%s", first == 1 && alike ? "" : "s",
            alike && r->sides > 1 ? " of each" : "");
    if (spent >= 600)
        fprintf(f, " in %.0f min", spent / 60);
    else if (spent >= 0.5)
        fprintf(f, " in %.0f s", spent);
}

/* "sleep 1: seconds of the whole command", malloced. If several commands are
 * compared, a line below the title distinguishes them. */
static char *describe_command(const struct table *t)
{
    size_t length, n;
    char *text;
    FILE *f = text_open(&text, &length);

    if (t->r->sides == 1) {
        const char **words = describe_words(&t->r->v[0], &n);

        words_print(f, words, n);
        free(words);
    }
    fputs(t->r->sides == 1 ? ": seconds of the whole command"
                           : "seconds of whole commands",
          f);
    text_close(f);
    return text;
}

char *describe_what(const struct view *v)
{
    const json_t *run = v->t->r->v[0].record;
    const json_t *which = v->t->v[v->first].c->which;
    long nodes = integer_of(run, "nodes"), procs = integer_of(which, "procs");
    long groups = integer_of(which, "groups");
    long threads = integer_of(which, "threads");
    long load = beside_ranks(which);
    long ranks = load > 0 ? integer_of(run, "ranks") : procs;
    char *op, *text;
    size_t length;
    FILE *f;

    if (row_is_timed(&v->t->v[v->first]))
        return describe_command(v->t);
    op = op_text(text_of(which, "op"));
    f = text_open(&text, &length);
    fprintf(f, "%s, %ld rank%s", op, ranks, ranks == 1 ? "" : "s");
    if (nodes > 0)
        fprintf(f, " on %ld node%s", nodes, nodes == 1 ? "" : "s");
    if (load > 0)
        fprintf(f, ", %ld measured", procs);
    if (groups > 1)
        fprintf(f, " in %ld groups", groups);
    if (load > 0)
        fprintf(f, ", %ld run%s the load", load, load == 1 ? "s" : "");
    if (threads > 0)
        fprintf(f, ", %ld thread%s a rank", threads, threads == 1 ? "" : "s");
    describe_conditions(f, v->t, &v->t->v[v->first]);
    text_close(f);
    free(op);
    return text;
}

char *describe_where(const struct table *t)
{
    char *mpi = mpis_text(t->r), *cpu = cpu_text(t->r->v[0].record), *text;
    size_t length;
    FILE *f = text_open(&text, &length);

    fprintf(f, "%s%s%s", SHOWN_FILE(mpi),
            *mpi != '\0' && *cpu != '\0' ? ", " : "", SHOWN_FILE(cpu));
    put_runs(f, t);
    text_close(f);
    free(mpi);
    free(cpu);
    return text;
}

char *describe_title(const struct view *v)
{
    char *what = describe_what(v), *where = describe_where(v->t);
    bool named = *where != '\0' && *where != ';';
    char *text = xasprintf("%s%s%s", what, named ? ", " : "", where);

    free(what);
    free(where);
    return text;
}

char *describe_transport(const struct table *t)
{
    const json_t *run = t->r->v[0].record;
    const json_t *transport = json_object_get(run, "transport");
    char *text, *line;

    for (size_t i = 1; i < t->r->n; i++)
        if (!json_equal(transport,
                        json_object_get(t->r->v[i].record, "transport")))
            return NULL;
    if (transport == NULL)
        return NULL;
    text = transport_text(transport, integer_of(run, "ranks"),
                          integer_of(run, "nodes"));
    line = text != NULL ? xasprintf("transport: %s", text) : NULL;
    free(text);
    return line;
}

/* ---- lines --------------------------------------------------------------- */

/* Prints "cores near (66 ns apart, 89 % of the time)" or "one state: cores 66
 * ns apart"; or both states if the figures cannot be separated by state. */
void print_state(FILE *f, const struct view *v, size_t state)
{
    const struct state *s = &v->states->v[state], *high = &s[1];
    char level[DIGITS_SIZE], other[DIGITS_SIZE];
    const char *what, *unit;

    if (v->states->gauge < 0)
        return;
    what = gauge_kinds[v->states->gauge].what;
    unit = gauge_kinds[v->states->gauge].unit;
    digits_time(level, s->level);
    if (v->states->n > 1)
        fprintf(f, "%s %s (%s %s, %.0f %% of the time)%s\n", what, s->name,
                level, unit, 100 * view_share(v, state),
                v->known[state] ? "" : ": too few runs for figures");
    else if (s->name == NULL)
        fprintf(f, "one state: %s %s %s\n", what, level, unit);
    else
        fprintf(f,
                "%s %s (%s %s, %.0f %%) or %s (%s, %.0f %%): figures of both\n",
                what, s->name, level, unit, 100 * s->share, high->name,
                digits_time(other, high->level), 100 * high->share);
}

/* The length of what stays on a line: a word, or a number with its unit. */
static size_t unbroken(const char *text)
{
    const size_t n = strcspn(text, " ");

    return n > 0 && isdigit((unsigned char)text[n - 1]) && text[n] == ' ' &&
                   (isalpha((unsigned char)text[n + 1]) || text[n + 1] == '%')
               ? n + 1 + strcspn(text + n + 1, " ")
               : n;
}

static void put_wrapped(FILE *f, const char *text, const char *indent)
{
    size_t column = 0;

    while (*text != '\0') {
        size_t n = unbroken(text);

        if (column > 0 && column + 1 + n > WIDTH) {
            fprintf(f, "\n%s", indent);
            column = strlen(indent);
        } else if (column > 0) {
            putc(' ', f);
            column++;
        }
        fprintf(f, "%.*s", (int)n, text);
        column += n;
        text += n + strspn(text + n, " ");
    }
    putc('\n', f);
}

void print_line(FILE *f, char *text, const char *indent, bool markdown)
{
    if (text != NULL && markdown)
        fprintf(f, "%s  \n", text = markdown_text(text));
    else if (text != NULL)
        put_wrapped(f, text, indent);
    free(text);
}

static void put_lines(FILE *f, json_t *texts, const char *before, bool markdown)
{
    json_t *text;
    size_t i;

    json_array_foreach(texts, i, text) print_line(
        f, xasprintf("%s%s", before, json_string_value(text)), "  ", markdown);
    json_decref(texts);
}

static const char *reason_of(const struct row *row, bool states)
{
    const char *why = text_of(row->last, "reason");

    if (row->time.spread.n == 0)
        return *why != '\0' ? why
               : row->apart > 0
                   ? "measured by another method than on the other "
                     "side: too few launches began on time"
               : states ? "not seen in that state"
                        : "no figures";
    return row->time.spread.n >= VALUES_MIN && isnan(row->time.half)
               ? "seen in one sixth of the time only"
               : NULL;
}

void print_reasons(FILE *f, const struct view *v, bool markdown)
{
    json_t *reasons = json_object(), *where;
    const char *reason;

    for (size_t i = v->first; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i];
        const char *why = reason_of(row, v->states->n > 1);
        const char *bytes = ROW_SIZE(row), *before;
        char *text;

        if (why == NULL || !v->known[row->state])
            continue;
        before = text_of(reasons, why);
        text = *before != '\0' && strstr(before, bytes) == NULL
                   ? xasprintf("%s, %s", before, bytes)
                   : xstrdup(*before != '\0' ? before : bytes);
        json_object_set_new(reasons, why, json_string(text));
        free(text);
    }
    json_object_foreach(reasons, reason, where) print_line(
        f,
        xasprintf("-: %s (%s)", SHOWN_LINE(reason), json_string_value(where)),
        "  ", markdown);
    json_decref(reasons);
}

void print_title(FILE *f, const struct view *v, bool markdown)
{
    print_line(f, describe_title(v), "  ", markdown);
    if (v->first == 0)
        print_line(f, describe_transport(v->t), "  ", markdown);
}

void print_head(FILE *f, const struct view *v, bool markdown)
{
    if (v->first == 0)
        put_lines(f, describe_sides(v->t), "", markdown);
    put_lines(f, describe_notes(v), "note: ", markdown);
    putc('\n', f);
}
