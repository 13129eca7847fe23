/* search_file.c: the file of --search: names and values of settings. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/search.h"

#include <stdlib.h>
#include <string.h>
#include "compare/runs.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

static const char mca_prefix[] = "OMPI_MCA_";
static const char blanks[] = " \t\r\n";

/* What the first word of a line says. */
static const struct kind_of_setting {
    const char *name, *prefix; /* prefix of the environment variable */
    bool of_library;           /* the MPI library should know its names */
} kinds[] = {
    {.name = "mca", .prefix = mca_prefix, .of_library = true},
    {.name = "cvar", .prefix = "", .of_library = true},
    {.name = "env", .prefix = ""},
};
enum { KINDS_OF_SETTING = sizeof(kinds) / sizeof(kinds[0]) };

/* Open MPI ignores other parameters of coll/tuned without this one. */
static const char tuned[] = "coll_tuned_",
                  dynamic[] = "coll_tuned_use_dynamic_rules";

static void entry_add(struct entries *e, const struct kind_of_setting *kind,
                      const char *name, const char *value)
{
    struct entry new = {.name = xstrdup(name),
                        .text = xasprintf("%s=%s", name, value),
                        .of_library = kind->of_library};

    if (kind->prefix == mca_prefix &&
        strncmp(name, tuned, sizeof(tuned) - 1) == 0 &&
        strcmp(name, dynamic) != 0)
        setting_add(&new.set, xasprintf("%s%s=1", mca_prefix, dynamic));
    setting_add(&new.set, xasprintf("%s%s=%s", kind->prefix, name, value));
    XAPPEND(e->v, e->n, new);
}

/* Adds the values of a line, which it changes. Returns NULL or a malloced
 * cause. */
static char *line_add(struct entries *e, char *line)
{
    const char *kind, *name, *value;
    size_t i = 0, values = 0;
    char *rest = line;

    line[strcspn(line, "#")] = '\0';
    kind = strtok_r(line, blanks, &rest);
    if (kind == NULL)
        return NULL;
    while (i < KINDS_OF_SETTING && strcmp(kind, kinds[i].name) != 0)
        i++;
    if (i == KINDS_OF_SETTING)
        return xasprintf("unknown kind %s: mca, cvar or env", QUOTED(kind));
    name = strtok_r(NULL, blanks, &rest);
    if (name != NULL && strchr(name, '=') != NULL)
        return xasprintf("%s: write the name and values as words",
                         QUOTED(name));
    while (name != NULL && (value = strtok_r(NULL, blanks, &rest)) != NULL) {
        if (++values + e->n >= RUNS_COMMANDS_MAX)
            return xasprintf("more than %d values", RUNS_COMMANDS_MAX - 1);
        entry_add(e, &kinds[i], name, value);
    }
    return values == 0 ? xasprintf("no value (a line is: %s NAME VALUE...)",
                                   kinds[i].name)
                       : NULL;
}

int entries_read(struct entries *e, FILE *f, const char *where, char **cause)
{
    char *line = NULL;
    size_t room = 0, number = 0;

    *cause = NULL;
    while (*cause == NULL && getline(&line, &room, f) >= 0) {
        number++;
        *cause = line_add(e, line);
    }
    free(line);
    if (*cause != NULL) {
        char *at = xasprintf("%s:%zu", where, number);

        *cause = xprefix(at, *cause);
        free(at);
    } else if (e->n == 0) {
        *cause = xasprintf("%s: has no settings", where);
    }
    return *cause != NULL ? -1 : 0;
}

void entries_free(struct entries *e)
{
    for (size_t i = 0; i < e->n; i++) {
        free(e->v[i].name);
        free(e->v[i].text);
        settings_free(&e->v[i].set);
    }
    free(e->v);
}

void entries_join(struct entries *e, size_t one, size_t other)
{
    const struct entry *from[] = {&e->v[one], &e->v[other]};
    struct entry new = {.text =
                            xasprintf("%s %s", from[0]->text, from[1]->text)};

    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < from[k]->set.n; i++)
            setting_add(&new.set, xstrdup(from[k]->set.word[i]));
    XAPPEND(e->v, e->n, new);
}

void settings_print_mca(FILE *f, const struct settings *s)
{
    const size_t skip = sizeof(mca_prefix) - 1;

    for (size_t i = 0; i < s->n; i++)
        if (strncmp(s->word[i], mca_prefix, skip) == 0) {
            const char *name = s->word[i] + skip;
            size_t n = strcspn(name, "=");
            char *line = xasprintf("%.*s = %s", (int)n, name, name + n + 1);

            fprintf(f, "in mca-params.conf: %s\n", SHOWN_LINE(line));
            free(line);
        }
}
