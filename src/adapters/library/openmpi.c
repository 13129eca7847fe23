/* openmpi.c: algorithms of Open MPI's component coll/tuned. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* For each collective, coll/tuned has an MPI_T variable
 * coll_tuned_NAME_algorithm, whose values have names, and variables for
 * settings. A communicator keeps the values that they have at its creation. So
 * an algorithm runs on a duplicate of the communicator, created while the
 * variables choose this algorithm, with coll/tuned as the preferred component;
 * native runs on the original. If the variable
 * is 0, coll/tuned's fixed decisions apply to the communicator, even if
 * programs may choose algorithms. */
#include "adapters/library/openmpi_proof.h"
#include "adapters/library/variant.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "machine/parameters.h"
#include "machine/tools.h"
#include "mpi/library.h"

#define VARIABLES "coll_tuned_"
#define DYNAMIC VARIABLES "use_dynamic_rules"
#define RULES VARIABLES "dynamic_rules_filename"
#define ENVIRONMENT "OMPI_MCA_"

/* ---- before MPI_Init ----------------------------------------------------- */

/* Sets a variable in the environment, and keeps the user's value. */
static void variable_hide(struct openmpi_environment *e, const char *name,
                          const char *value)
{
    char *variable = xasprintf(ENVIRONMENT "%s", name);
    const char *before = getenv(variable);
    char *entry = before != NULL ? xasprintf("%s=%s", variable, before)
                                 : xstrdup(variable);

    XAPPEND(e->changed, e->n, entry);
    setenv(variable, value, 1);
    free(variable);
}

/* Unless Open MPI lets programs choose algorithms, the user's settings that
 * choose one, in the environment or in files, have no effect. When it does,
 * they would affect native, so they are hidden. */
static void choices_hide(struct openmpi_environment *e)
{
    int n = 0, value;

    variable_hide(e, DYNAMIC, "1");
    variable_hide(e, RULES, "");
    MPI_T_cvar_get_num(&n);
    for (int i = 0; i < n; i++) {
        struct cvar c;

        if (!cvar_at(&c, i))
            continue;
        free(c.help);
        if (strncmp(c.name, VARIABLES, strlen(VARIABLES)) == 0 &&
            has_suffix(c.name, "_algorithm") &&
            cvar_read(c.index, &value) == MPI_SUCCESS && value != 0)
            variable_hide(e, c.name, "0");
    }
}

/* True if the variable exists and its value is false. */
static bool is_disabled(const char *name)
{
    MPI_T_cvar_handle handle;
    bool value = true;
    int i, count;

    if (MPI_T_cvar_get_index(name, &i) != MPI_SUCCESS ||
        MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) != MPI_SUCCESS)
        return false;
    MPI_T_cvar_read(handle, &value);
    MPI_T_cvar_handle_free(&handle);
    return !value;
}

void openmpi_prepare(struct openmpi_environment *e,
                     const struct option_line *line)
{
    int level;

    *e = (struct openmpi_environment){.parameters = json_object()};
    if (!library_wanted(&library_openmpi, line) ||
        mpi_running().mpi != openmpi ||
        MPI_T_init_thread(MPI_THREAD_SINGLE, &level) != MPI_SUCCESS)
        return;
    if (is_disabled(DYNAMIC)) {
        openmpi_parameters(e->parameters, VARIABLES);
        choices_hide(e);
    }
    MPI_T_finalize();
}

void openmpi_restore(struct openmpi_environment *e)
{
    for (size_t i = 0; i < e->n; i++) {
        char *value = strchr(e->changed[i], '=');

        if (value != NULL) {
            *value = '\0';
            setenv(e->changed[i], value + 1, 1);
        } else
            unsetenv(e->changed[i]);
        free(e->changed[i]);
    }
    free(e->changed);
    e->changed = NULL;
    e->n = 0;
}

/* ---- the list ------------------------------------------------------------ */

/* Measures the operation's own call, on the communicator set by open(). */
static const struct algo tuned = {
    .help = "Open MPI's coll/tuned",
    .create = library_create,
    .life = {.open = proof_open},
    .describe = library_describe,
    .destroy = library_destroy,
};

static const struct param_word default_word[] = {
    {"library", -1, "the library's own value"},
    {0},
};

/* Returns the row of a setting, which may be new; -1 if there are too many. */
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

/* Finds the collective's variables coll_tuned_NAME_algorithm_SETTING. Leaves
 * out the radix of trees, which communicators do not keep. */
static void settings_find(struct library *l, const char *control, int *settings)
{
    size_t length = strlen(control);
    int n = 0;

    MPI_T_cvar_get_num(&n);
    for (int i = 0; i < n; i++) {
        struct cvar c;
        const char *setting = c.name + length + 1;
        int row;

        if (!cvar_at(&c, i))
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

static void openmpi_add(struct library *l, const struct library_kind *kind,
                        const struct op *op)
{
    char *control = xasprintf("coll_tuned_%s_algorithm", op->name);
    int settings[LIBRARY_SETTINGS], n = 0, length, id;
    struct library_algo *a;
    struct cvar c;
    char name[128];

    memset(settings, -1, sizeof(settings));
    if (!cvar_find(&c, control)) {
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
        a = library_add(l, &tuned, kind, op, name, id, c.index);
        memcpy(a->settings, settings, sizeof(settings));
    }
    free(c.help);
    free(control);
}

const struct library_kind library_openmpi = {
    .prefix = "tuned",
    .component = "tuned",
    .add = openmpi_add,
};
