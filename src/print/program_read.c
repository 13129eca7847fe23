/* program_read.c: reads the profile of a program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/program.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "compare/runs.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/fields.h"
#include "verdict/conditions.h"

static struct program_line *line_of(struct program *p, char *name, long bytes,
                                    long procs)
{
    char *key = xasprintf("%s %ld %ld", name, bytes, procs);
    const json_t *at = json_object_get(p->index, key);

    if (at == NULL) {
        json_object_set_new(p->index, key, json_integer((json_int_t)p->n));
        XAPPEND(p->v, p->n,
                (struct program_line){.name = xstrdup(name),
                                      .bytes = bytes,
                                      .procs = procs,
                                      .longest = -1});
        at = json_object_get(p->index, key);
    }
    free(key);
    free(name);
    return &p->v[json_integer_value(at)];
}

static void calls_add(struct program *p, json_t *record)
{
    struct program_line *l =
        line_of(p, xstrdup(text_of(record, "op")), integer_of(record, "bytes"),
                integer_of(record, "procs"));
    const double seconds = number_of(record, "seconds");
    const double waiting = number_of(record, "waiting"); /* NAN: one rank's */
    const double known = isnan(waiting) ? 0 : waiting;

    l->calls += number_of(record, "calls");
    l->seconds += seconds;
    l->waiting += waiting;
    l->work += seconds - known;
    p->work += seconds - known;
    p->waiting += waiting;
    json_array_append(p->calls, record);
    if (known <= l->longest)
        return;
    l->longest = known;
    l->record = record;
}

/* Groups of functions, by prefixes of their names. */
static const char *group_of(const char *function)
{
    static const char *const groups[][2] = {
        {"MPI_File_", "input, output"},
        {"MPI_Win_", "one-sided"},
        {"MPI_Put", "one-sided"},
        {"MPI_Get", "one-sided"},
        {"MPI_Accumulate", "one-sided"},
        {"MPI_Rput", "one-sided"},
        {"MPI_Rget", "one-sided"},
        {"MPI_Raccumulate", "one-sided"},
        {"MPI_Fetch_and_op", "one-sided"},
        {"MPI_Compare_and_swap", "one-sided"},
        {"MPI_Comm_", "communicators"},
        {"MPI_Cart_", "communicators"},
        {"MPI_Graph_", "communicators"},
        {"MPI_Dist_graph_", "communicators"},
        {"MPI_Intercomm_", "communicators"},
        {"MPI_", "point-to-point"},
    };

    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
        if (strncmp(function, groups[i][0], strlen(groups[i][0])) == 0)
            return groups[i][1];
    return "others";
}

static void other_add(struct program *p, const json_t *record)
{
    struct program_line *l =
        line_of(p, xstrdup(group_of(text_of(record, "function"))), -1, -1);

    l->calls += number_of(record, "calls");
    l->seconds += number_of(record, "seconds");
    l->work = l->seconds;
    l->waiting = NAN;
    p->other += number_of(record, "seconds");
}

static char *record_add(struct program *p, json_t *record)
{
    unsigned of = record_is(record, "program") ? OF_PROGRAM
                  : record_is(record, "calls") ? OF_CALLS
                  : record_is(record, "other") ? OF_OTHER
                  : record_is(record, "end")   ? OF_END
                                               : 0;
    char *cause = format_refuse(record) ?: fields_refuse(record, of);

    if (cause != NULL)
        return cause;
    if ((p->head == NULL) != (of == OF_PROGRAM) || p->ended)
        return xstrdup("not the profile of one program");
    if (of == OF_PROGRAM)
        p->head = json_incref(record);
    else if (of == OF_CALLS)
        calls_add(p, record);
    else if (of == OF_OTHER)
        other_add(p, record);
    p->ended = of == OF_END;
    return NULL;
}

static char *line_read(struct program *p, const char *text, size_t length)
{
    json_error_t error;
    json_t *record = json_loadb(text, length, 0, &error);
    char *cause = NULL;

    if (record != NULL)
        cause = record_add(p, record);
    else if (text[length - 1] == '\n' || p->head == NULL)
        cause =
            xasprintf("not a record of mpiperf: %s", SHOWN_FILE(error.text));
    json_decref(record);
    return cause;
}

char *program_read(struct program *p, FILE *in, const char *where)
{
    char *text = NULL, *cause = NULL, *at;
    size_t size = 0, number = 0;
    ssize_t length;

    *p = (struct program){.calls = json_array(), .index = json_object()};
    while (cause == NULL && (length = getline(&text, &size, in)) > 0) {
        number++;
        cause = line_read(p, text, (size_t)length);
    }
    free(text);
    if (cause == NULL && !p->ended)
        cause = xstrdup("the file ends in the middle of a profile: profile the "
                        "program again");
    if (cause == NULL)
        return NULL;
    at = xasprintf("%s%zu", where, number);
    cause = xprefix(at, cause);
    free(at);
    return cause;
}

char *program_read_file(struct program *p, const char *file)
{
    char *where = xasprintf("%s:", SHOWN_FILE(file)), *cause;
    FILE *f = fopen(file, "r");

    *p = (struct program){0};
    if (f == NULL)
        cause =
            xasprintf("cannot read %s: %s", SHOWN_FILE(file), strerror(errno));
    else if (!program_is(file))
        cause =
            xprefix(SHOWN_FILE(file), xstrdup("not the profile of a program"));
    else
        cause = program_read(p, f, where);
    if (f != NULL)
        fclose(f);
    free(where);
    return cause;
}

void program_free(struct program *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->v[i].name);
    free(p->v);
    json_decref(p->head);
    json_decref(p->calls);
    json_decref(p->index);
}

bool program_is(const char *file)
{
    struct stat st;
    /* data read from a pipe cannot be read again */
    bool regular = stat(file, &st) == 0 && S_ISREG(st.st_mode);
    FILE *f = regular ? fopen(file, "r") : NULL;
    char *text = NULL;
    size_t size = 0;
    ssize_t length = f != NULL ? getline(&text, &size, f) : 0;
    json_t *record =
        length > 0 ? json_loadb(text, (size_t)length, 0, NULL) : NULL;
    bool is = record_is(record, "program");

    json_decref(record);
    free(text);
    if (f != NULL)
        fclose(f);
    return is;
}

char *program_refuse(const struct program *p, const char *file,
                     const json_t *with)
{
    const char *partial = text_of(p->head, "partial");
    char *its = mpi_text(p->head),
         *other = mpi_text(with != NULL ? with : p->head), *cause = NULL;

    if (*partial != '\0')
        cause = xasprintf("%s: the calls of one rank alone (%s): profile the "
                          "whole program",
                          SHOWN_FILE(file), SHOWN_LINE(partial));
    else if (strcmp(its, other) != 0)
        cause =
            xasprintf("%s: a program with %s, not with %s", SHOWN_FILE(file),
                      *its != '\0' ? SHOWN_LINE(its) : "an unknown MPI library",
                      SHOWN_LINE(other));
    free(its);
    free(other);
    return cause;
}
