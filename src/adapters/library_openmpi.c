/* library_openmpi.c: the algorithms of Open MPI's component coll/tuned. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coll/tuned has a variable of MPI_T for each collective, coll_tuned_NAME_
 * algorithm, whose values have names, and some for its settings. A communicator
 * keeps what these are when it is made. So an algorithm is a duplicate of the
 * communicator, made while the variables have the values that choose it; native
 * runs on the original. If the variable is 0 coll/tuned leaves a communicator's
 * fixed decisions as they are, also where algorithms can be chosen.
 */
#include "adapters/library.h"
#include "adapters/openmpi_proof.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/xmalloc.h"

#define VARIABLES "OMPI_MCA_coll_tuned_"
#define DYNAMIC VARIABLES "use_dynamic_rules"

/* ---- the environment ----------------------------------------------------- */

/* Where the user lets no algorithm be chosen, settings that choose one have no
 * effect. They would have one now: they are removed until the library has read
 * its environment. */
void openmpi_prepare(struct openmpi_environment *e,
                     const struct option_line *line)
{
    const char *dynamic = getenv(DYNAMIC);
    char **to = environ;
    size_t n = 0;

    e->removed = NULL;
    if (!library_wanted(&library_openmpi, line) ||
        (dynamic != NULL && strchr("1tTyY", *dynamic) != NULL))
        return;
    while (environ[n] != NULL)
        n++;
    e->removed = xcalloc(n + 1, sizeof(*e->removed));
    n = 0;
    for (char **at = environ; *at != NULL; at++)
        if (strncmp(*at, VARIABLES, strlen(VARIABLES)) == 0)
            e->removed[n++] = *at;
        else
            *to++ = *at;
    *to = NULL;
    setenv(DYNAMIC, "1", 1);
}

void openmpi_restore(struct openmpi_environment *e)
{
    if (e->removed == NULL)
        return;
    unsetenv(DYNAMIC);
    for (char **at = e->removed; *at != NULL; at++)
        putenv(*at);
    free(e->removed);
}

/* ---- the list ------------------------------------------------------------ */

/* The operation's own call is what is measured, on the communicator that
 * open() sets. */
static const struct algo tuned = {
    .help = "of Open MPI's coll/tuned",
    .create = library_create,
    .life = {.open = proof_open},
    .describe = library_describe,
    .destroy = library_destroy,
};

static const struct param_word default_word[] = {
    {"library", -1, "the library's own value"},
    {0},
};

/* Returns the row of a setting, which is added if it is new; -1: there are too
 * many. */
static int row_of(struct library *l, const char *name, const char *variable)
{
    for (size_t i = 0; i < l->nrows; i++)
        if (strcmp(l->rows[i].name, name) == 0)
            return (int)i;
    if (l->nrows == LIBRARY_SETTINGS)
        return -1;
    l->rows[l->nrows] = (struct param){
        .name = xstrdup(name),
        .def = default_word->name,
        .words = default_word,
        .help = xasprintf("variable coll_tuned_NAME_algorithm_%s", variable),
        .type = PARAM_SIZE,
        .offset =
            offsetof(struct library_values, given) + l->nrows * sizeof(int64_t),
        .most = INT32_MAX,
    };
    return (int)l->nrows++;
}

/* Finds the collective's variables coll_tuned_NAME_algorithm_SETTING. The radix
 * of trees is not among them: no communicator keeps it. */
static void settings_find(struct library *l, const char *control, int *settings)
{
    size_t length = strlen(control);
    int n = 0;

    MPI_T_cvar_get_num(&n);
    for (int i = 0; i < n; i++) {
        struct library_cvar c;
        const char *setting = c.name + length + 1;
        int row;

        if (!library_cvar_at(&c, i))
            continue;
        free(c.help);
        if (strncmp(c.name, control, length) != 0 || c.name[length] != '_' ||
            strcmp(setting, "count") == 0 || strstr(setting, "radix") != NULL)
            continue;
        row =
            row_of(l, strcmp(setting, "segmentsize") == 0 ? "segsize" : setting,
                   setting);
        if (c.writable && row >= 0)
            settings[row] = i;
    }
}

static void openmpi_add(struct library *l, const struct op *op)
{
    char *control = xasprintf("coll_tuned_%s_algorithm", op->name);
    int settings[LIBRARY_SETTINGS], n = 0, length, id;
    struct library_cvar c;
    char name[128];

    memset(settings, -1, sizeof(settings));
    if (!library_cvar(&c, control)) {
        free(control);
        return;
    }
    if (c.writable && c.names != MPI_T_ENUM_NULL) {
        length = sizeof(name);
        MPI_T_enum_get_info(c.names, &n, name, &length);
        settings_find(l, control, settings);
    }
    for (int i = 0; i < n; i++) {
        length = sizeof(name);
        if (MPI_T_enum_get_item(c.names, i, &id, name, &length) !=
                MPI_SUCCESS ||
            id == 0)
            continue;
        memcpy(library_add(l, &tuned, &library_openmpi, op, name, id, c.index)
                   ->settings,
               settings, sizeof(settings));
    }
    free(c.help);
    free(control);
}

const struct library_kind library_openmpi = {
    .prefix = "tuned",
    .add = openmpi_add,
};
