/* early.c: parses the command line before MPI_Init, and lists what must be
 * equal on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "mpiperf/options/early.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "adapters/adapters.h"
#include "lib/json.h"
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

/* Adds all uses of the option in the line; if `row` is NULL, all operands. */
static void uses_add(json_t *to, const struct option_line *l,
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
        json_object_set_new(to, key, json_text(value));
    free(key);
    free(value);
}

/* Adds the lines of further benchmarks. */
static void others_add(json_t *to, const struct foreign_lines *all)
{
    for (size_t i = 1; i < all->n; i++) {
        char key[64], *text;
        json_t *words = json_array();

        for (int k = 0; k < all->v[i].argc; k++)
            json_array_append_new(words, json_text(all->v[i].argv[k]));
        snprintf(key, sizeof(key), "benchmark %zu=", i + 1);
        text = json_line(words, 0);
        json_object_set_new(to, key, json_string(text));
        json_decref(words);
        free(text);
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

json_t *facts(const struct early *e, char *const *environment)
{
    json_t *variables = environment_settings(environment), *value;
    json_t *all = json_pack("{s:s}", "mpiperf ", PACKAGE_VERSION);
    char *folder = NULL;
    const char *name;

    for (const struct option_row *row = e->rows; row->p.name != NULL; row++)
        uses_add(all, &e->line, row);
    uses_add(all, &e->line, NULL);
    others_add(all, &e->words);
    json_object_foreach(variables, name, value)
    {
        char *key = chooses(name) ? xasprintf("%s=", name) : NULL;

        if (key != NULL)
            json_object_set(all, key, value);
        free(key);
    }
    if (names_relative_file(&e->line))
        folder = getcwd(NULL, 0);
    if (folder != NULL)
        json_object_set_new(all, "the working directory ", json_text(folder));
    free(folder);
    json_decref(variables);
    return all;
}

/* Returns "rank 1 has no --size" or "rank 1 has '--size=8'", malloced. */
static char *has_text(int rank, const char *key, const json_t *facts)
{
    const char *name = *key != '\0' ? key : "operand";
    const char *value = json_string_value(json_object_get(facts, key));
    char *fact, *text;

    if (value == NULL)
        return xasprintf("rank %d has no %.*s", rank, (int)strcspn(name, "="),
                         name);
    fact = xasprintf("%s%s", key, value);
    text = xasprintf("rank %d has %s", rank, QUOTED(fact));
    free(fact);
    return text;
}

/* Returns the first key whose value `others` lacks or has otherwise, or NULL.
 */
static const char *key_other(json_t *facts, const json_t *others)
{
    const char *key;
    json_t *value;

    json_object_foreach(
        facts, key,
        value) if (!json_equal(value, json_object_get(others, key))) return key;
    return NULL;
}

char *facts_differ(json_t *mine, int rank, json_t *first)
{
    const char *key = key_other(first, mine) ?: key_other(mine, first);
    char *own, *its, *text;

    if (key == NULL)
        return NULL;
    own = has_text(rank, key, mine);
    its = has_text(0, key, first);
    text = xasprintf("%s, %s: all ranks need the same options and settings",
                     own, its);
    free(own);
    free(its);
    return text;
}
