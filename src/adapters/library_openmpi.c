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

#include <jansson.h>
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
void openmpi_prepare(struct openmpi_environment *e, int argc, char **argv)
{
    const char *dynamic = getenv(DYNAMIC);
    char **to = environ;
    size_t n = 0;

    e->removed = NULL;
    if (!library_wanted(&library_openmpi, argc, argv) ||
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

/* ---- communicators ------------------------------------------------------- */

struct adapter {
    const struct library_values *values;
    MPI_Comm comm;
    struct proof proof; /* of the latest case */
};

/* Sets a variable and *before to its value until then. */
static int exchange(int index, int value, int *before)
{
    int rc = library_read(index, before);

    return rc == MPI_SUCCESS ? library_write(index, value) : rc;
}

/* Makes the communicator that keeps the variant's algorithm and settings. */
static int duplicate(MPI_Comm comm, const struct library_values *v,
                     MPI_Comm *made)
{
    const struct library_algo *algo = v->algo;
    int before[LIBRARY_SETTINGS], id = 0;
    int rc = exchange(algo->control, algo->id, &id);

    for (int i = 0; i < LIBRARY_SETTINGS && rc == MPI_SUCCESS; i++)
        if (v->given[i] >= 0)
            rc = exchange(algo->settings[i], (int)v->given[i], &before[i]);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_dup(comm, made);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < LIBRARY_SETTINGS && rc == MPI_SUCCESS; i++)
        if (v->given[i] >= 0)
            rc = library_write(algo->settings[i], before[i]);
    return rc == MPI_SUCCESS ? library_write(algo->control, id) : rc;
}

static int tuned_create(MPI_Comm comm, const void *params, void **state,
                        char **cause)
{
    const struct library_values *v = params;
    struct adapter *a;
    int rc;

    for (int i = 0; i < LIBRARY_SETTINGS; i++)
        if (v->given[i] >= 0 && v->algo->settings[i] < 0) {
            *cause = xasprintf("the library has no %s for this collective",
                               v->algo->params.rows[i].name);
            return MPI_ERR_UNSUPPORTED_OPERATION;
        }
    a = xcalloc(1, sizeof(*a));
    *a = (struct adapter){.values = v, .comm = MPI_COMM_NULL};
    rc = duplicate(comm, v, &a->comm);
    if (rc == MPI_SUCCESS) {
        *state = a;
        return rc;
    }
    *cause = xstrdup("the library refuses to choose an algorithm");
    free(a);
    return rc;
}

static void tuned_destroy(void *state)
{
    struct adapter *a = state;

    MPI_Comm_free(&a->comm);
    free(a);
}

static int tuned_open(void **state, struct op_args *args, char **cause)
{
    struct adapter *a = *state;

    return proof_find(&a->proof, a->values->algo, args, a->comm, cause);
}

static json_t *tuned_describe(void *state)
{
    const struct adapter *a = state;
    const struct library_values *v = a->values;
    json_t *to = json_pack("{s:i}", "id", v->algo->id);

    for (int i = 0; i < LIBRARY_SETTINGS; i++)
        if (v->given[i] >= 0)
            json_object_set_new(to, v->algo->params.rows[i].name,
                                json_integer(v->given[i]));
    proof_record(&a->proof, to);
    return to;
}

/* ---- the list ------------------------------------------------------------ */

/* The operation's own call is what is measured, on the communicator that
 * open() sets. */
static const struct algo tuned = {
    .help = "of Open MPI's coll/tuned",
    .create = tuned_create,
    .life = {.open = tuned_open},
    .describe = tuned_describe,
    .destroy = tuned_destroy,
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
        .shown = "the library's",
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
        char name[256];
        int size = sizeof(name), verbosity, bind, scope, row;
        MPI_Datatype type;
        struct library_cvar c;
        const char *setting = name + length + 1, *row_name = setting;

        if (MPI_T_cvar_get_info(i, name, &size, &verbosity, &type, NULL, NULL,
                                NULL, &bind, &scope) != MPI_SUCCESS ||
            strncmp(name, control, length) != 0 || name[length] != '_' ||
            strcmp(setting, "count") == 0 || strstr(setting, "radix") != NULL ||
            !library_cvar(&c, name))
            continue;
        if (strcmp(setting, "segmentsize") == 0)
            row_name = "segsize";
        row = row_of(l, row_name, setting);
        if (c.writable && row >= 0)
            settings[row] = c.index;
        free(c.help);
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
