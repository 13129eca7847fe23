/* early.c: parses the command line before MPI_Init, and lists what must be
 * equal on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "mpiperf/options/early.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/adapters.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "machine/machine.h"
#include "mpiperf/options/options.h"

void early_parse(struct early *e, int argc, char *const *argv)
{
    struct registry own;

    adapters_open(&own);
    *e = (struct early){.rows = option_rows(&own)};
    registry_close(&own);
    foreign_lines(&e->words, argc, argv, &e->cause);
    option_line_scan(&e->line, e->rows, e->words.v->argc, e->words.v->argv,
                     NULL);
}

void early_free(struct early *e)
{
    option_line_free(&e->line);
    free(e->rows);
    free(e->cause);
    foreign_lines_free(&e->words);
    *e = (struct early){0};
}

/* ---- facts --------------------------------------------------------------- */

/* Prefixes of variables that choose algorithms of the MPI library: if their
 * values differ between ranks, a collective may deadlock. Variables that choose
 * devices are not listed, because they may differ. */
static const char *const choosing[] = {
    "OMPI_MCA_coll", "OMPI_MCA_pml", "OMPI_MCA_osc", "MPIR_CVAR_", NULL,
};

static bool chooses(const char *variable)
{
    const char *const *prefix = choosing;

    while (*prefix != NULL && strncmp(variable, *prefix, strlen(*prefix)) != 0)
        prefix++;
    return *prefix != NULL;
}

static void fact_put(FILE *f, const char *key, const char *value)
{
    fprintf(f, "%s%c%s%c", key, '\0', value, '\0');
}

/* Writes all uses of the option in the line; if `row` is NULL, all operands. */
static void uses_put(FILE *f, const struct option_line *l,
                     const struct option_row *row)
{
    bool is_answer = row != NULL && row->outcome != OPTIONS_RUN;
    size_t length, n = is_answer && row->outcome == l->outcome;
    char *value, *key;
    FILE *words = text_open(&value, &length);

    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].row == row)
            fprintf(words, "%s%s", n++ > 0 ? " " : "",
                    l->v[i].arg != NULL ? l->v[i].arg : "");
    text_close(words);
    key = row == NULL
              ? xstrdup("")
              : xasprintf("--%s%s", row->p.name, row->p.arg != NULL ? "=" : "");
    if (n > 0)
        fact_put(f, key, value);
    free(key);
    free(value);
}

/* Writes the lines of further benchmarks. */
static void others_put(FILE *f, const struct foreign_lines *all)
{
    for (size_t i = 1; i < all->n; i++) {
        fprintf(f, "benchmark %zu: %c", i + 1, '\0');
        words_print(f, (const char *const *)all->v[i].argv,
                    (size_t)all->v[i].argc);
        fputc('\0', f);
    }
}

static bool names_relative_file(const struct option_line *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i].row != NULL && l->v[i].row->p.type == PARAM_FILE &&
            *l->v[i].arg != '/' && strcmp(l->v[i].arg, "none") != 0)
            return true;
    return false;
}

char *facts_text(const struct early *e, char *const *environment,
                 size_t *length)
{
    json_t *variables = environment_settings(environment), *value;
    char *text, *folder = NULL;
    const char *name;
    FILE *f = text_open(&text, length);

    fact_put(f, "mpiperf ", PACKAGE_VERSION);
    for (const struct option_row *row = e->rows; row->p.name != NULL; row++)
        uses_put(f, &e->line, row);
    uses_put(f, &e->line, NULL);
    others_put(f, &e->words);
    json_object_foreach(variables, name, value)
    {
        char *key = chooses(name) ? xasprintf("%s=", name) : NULL;

        if (key != NULL)
            fact_put(f, key, json_string_value(value));
        free(key);
    }
    if (names_relative_file(&e->line))
        folder = getcwd(NULL, 0);
    if (folder != NULL)
        fact_put(f, "the working directory ", folder);
    text_close(f);
    free(folder);
    json_decref(variables);
    return text;
}

static const char *next(const char *text)
{
    return text + strlen(text) + 1;
}

static const char *fact_find(const char *text, size_t length, const char *key)
{
    const char *end = text + length;

    for (; text < end; text = next(next(text)))
        if (strcmp(text, key) == 0)
            return next(text);
    return NULL;
}

/* Returns "rank 1 has no --size" or "rank 1 has '--size=8'", malloced. */
static char *has_text(int rank, const char *key, const char *value)
{
    const char *name = *key != '\0' ? key : "operand";
    char *fact, *text;

    if (value == NULL)
        return xasprintf("rank %d has no %.*s", rank, (int)strcspn(name, "="),
                         name);
    fact = xasprintf("%s%s", key, value);
    text = xasprintf("rank %d has %s", rank, QUOTED(fact));
    free(fact);
    return text;
}

/* Returns the first fact in `text` that `others` lacks, or has with another
 * value; NULL if there is none. */
static const char *fact_other(const char *text, size_t length,
                              const char *others, size_t others_length)
{
    const char *end = text + length;

    for (; text < end; text = next(next(text))) {
        const char *value = fact_find(others, others_length, text);

        if (value == NULL || strcmp(value, next(text)) != 0)
            return text;
    }
    return NULL;
}

char *facts_differ(const char *mine, size_t length, int rank, const char *first,
                   size_t first_length)
{
    const char *key = fact_other(first, first_length, mine, length);
    char *own, *its, *text;

    if (key == NULL)
        key = fact_other(mine, length, first, first_length);
    if (key == NULL)
        return NULL;
    own = has_text(rank, key, fact_find(mine, length, key));
    its = has_text(0, key, fact_find(first, first_length, key));
    text = xasprintf("%s, %s: all ranks need the same options and settings",
                     own, its);
    free(own);
    free(its);
    return text;
}
