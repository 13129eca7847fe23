/* title.c: describes what was measured: the operation and its conditions, the
 * MPI library, the processor and the runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/view.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/fields.h"

char *mpi_text(const json_t *run)
{
    const char *mpi = text_of(run, "mpi"), *version = strstr(mpi, "Version:");
    char *text, *v;

    if (version != NULL) {
        version += strlen("Version:");
        version += strspn(version, " \t");
        return xasprintf("%.*s %.*s", (int)strcspn(mpi, " "), mpi,
                         (int)strcspn(version, " \t\n,"), version);
    }
    text = xasprintf("%.*s", (int)strcspn(mpi, ",\n"), mpi);
    v = strstr(text, " v");
    if (v != NULL && v[2] >= '0' && v[2] <= '9')
        memmove(v + 1, v + 2, strlen(v + 2) + 1);
    return text;
}

/* Returns the MPI libraries of all runs, malloced. */
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

char *cpu_text(const json_t *run)
{
    static const char *const noise[] = {"(R)", "(TM)", "(tm)", " Processor",
                                        " CPU"};
    const char *cpu = text_of(json_object_get(run, "machine"), "cpu");
    char *text = xasprintf("%.*s", (int)strcspn(cpu, "@"), cpu);

    for (size_t i = 0; i < sizeof(noise) / sizeof(noise[0]); i++) {
        char *at = strstr(text, noise[i]);

        if (at != NULL)
            memmove(at, at + strlen(noise[i]),
                    strlen(at + strlen(noise[i])) + 1);
    }
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' ';)
        text[--n] = '\0';
    return text;
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

/* True if a reader must know the value because it is not the usual one, even if
 * all rows have it. */
static bool is_notable(const char *name, const char *text)
{
    static const struct {
        const char *name, *usual;
    } notable[] = {{"param", "-"},    {"in_place", "false"}, {"buffer", "warm"},
                   {"root", "0"},     {"rotate", "false"},   {"counts", "-"},
                   {"topology", "-"}, {"arrival", "-"}};

    for (size_t i = 0; i < sizeof(notable) / sizeof(notable[0]); i++)
        if (strcmp(name, notable[i].name) == 0)
            return strcmp(text, notable[i].usual) != 0;
    return false;
}

/* Prints ", root 1" or ", in place"; for parameters, ", changed=256". */
static void put_condition(FILE *f, const char *name, const char *text)
{
    bool self = strcmp(name, "param") == 0, flag = strcmp(text, "true") == 0;

    fputs(", ", f);
    for (const char *c = name; !self && *c != '\0'; c++)
        putc(*c == '_' ? ' ' : *c, f);
    fprintf(f, "%s%s", self || flag ? "" : " ", flag ? "" : text);
}

void describe_apart(FILE *f, const struct table *t, const struct row *row)
{
    static const char *const known = " op algo bytes given procs origin "
                                     "target groups threads ";

    for (const struct field *p = fields; p->name != NULL; p++) {
        const json_t *own = json_object_get(row->c->which, p->name);
        char *word = xasprintf(" %s ", p->name), *text = value_text(own);
        bool shown = is_notable(p->name, text);

        for (size_t i = 0; i < t->n; i++)
            shown |=
                !json_equal(own, json_object_get(t->v[i].c->which, p->name));
        if (shown && (p->of & OF_KEY) && strstr(known, word) == NULL &&
            strcmp(text, "-") != 0 && strcmp(text, "false") != 0)
            put_condition(f, p->name, text);
        free(word);
        free(text);
    }
}

/* "sleep 1: seconds of the whole command", malloced; where several are
 * compared, a line below the title tells them apart. */
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
    long nodes = integer_of(run, "nodes"), ranks = integer_of(which, "procs");
    long groups = integer_of(which, "groups");
    long threads = integer_of(which, "threads");
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
    if (groups > 1)
        fprintf(f, " in %ld groups", groups);
    if (threads > 0)
        fprintf(f, ", %ld thread%s a rank", threads, threads == 1 ? "" : "s");
    describe_apart(f, v->t, &v->t->v[v->first]);
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
