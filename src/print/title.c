/* title.c: describes what was measured: the operation and its conditions, the
 * MPI library, the processor and the runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/title.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/beside.h"
#include "record/fields.h"
#include "verdict/conditions.h"
#include "verdict/run_differences.h"

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
