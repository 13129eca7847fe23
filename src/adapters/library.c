/* library.c: what the files for single MPI libraries share: variables of MPI_T,
 * and the list of algorithms. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/library.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/registry.h"

static const struct library_kind *const kinds[] = {
    &library_openmpi,
    &library_mpich,
};
enum { NKINDS = sizeof(kinds) / sizeof(kinds[0]) };

/* ---- the command line ---------------------------------------------------- */

/* True if the text names an algorithm of this kind, or is a pattern that may
 * match one. */
static bool name_asks(const char *prefix, const char *text)
{
    size_t n = strcspn(text, "*?[@,:"), length = strlen(prefix);

    if (text[n] == '*' || text[n] == '?' || text[n] == '[')
        return strncmp(text, prefix, n < length ? n : length) == 0;
    return strncmp(text, prefix, length) == 0 && text[length] == '/';
}

bool library_wanted(const struct library_kind *kind, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const char *at = strchr(argv[i], ':');

        if (strncmp(argv[i], "--l", 3) == 0) /* --list */
            return true;
        for (; at != NULL; at = strpbrk(at + 1, ":,"))
            if (name_asks(kind->prefix, at + 1))
                return true;
    }
    return false;
}

/* ---- variables ----------------------------------------------------------- */

bool library_cvar(struct library_cvar *c, const char *name)
{
    char text[4096];
    int length = sizeof(text), verbosity, bind, scope;
    MPI_Datatype type = MPI_DATATYPE_NULL;

    c->names = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_index(name, &c->index) != MPI_SUCCESS ||
        MPI_T_cvar_get_info(c->index, NULL, NULL, &verbosity, &type, &c->names,
                            text, &length, &bind, &scope) != MPI_SUCCESS ||
        type != MPI_INT)
        return false;
    c->writable =
        scope != MPI_T_SCOPE_CONSTANT && scope != MPI_T_SCOPE_READONLY;
    c->help = xstrdup(text);
    return true;
}

int library_read(int index, int *value)
{
    MPI_T_cvar_handle handle;
    int count, rc = MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_T_cvar_read(handle, value);
    MPI_T_cvar_handle_free(&handle);
    return rc;
}

int library_write(int index, int value)
{
    MPI_T_cvar_handle handle;
    int count, rc = MPI_T_cvar_handle_alloc(index, NULL, &handle, &count);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_T_cvar_write(handle, &value);
    MPI_T_cvar_handle_free(&handle);
    return rc;
}

/* ---- a case -------------------------------------------------------------- */

/* Errors of MPICH are a stack of lines "FUNCTION(LINE): TEXT". */
static char *error_plain(int rc)
{
    char text[MPI_MAX_ERROR_STRING], *last, *colon;
    int length;

    if (MPI_Error_string(rc, text, &length) != MPI_SUCCESS)
        return xstrdup("the library refuses it");
    last = strrchr(text, '\n');
    last = last != NULL ? last + 1 : text;
    colon = strstr(last, "): ");
    return xasprintf("the library refuses it: %s",
                     colon != NULL ? colon + 3 : last);
}

int library_try(struct op_args *a, MPI_Comm comm, char **cause)
{
    int rc;

    if (a->nthreads > 1) {
        *cause = xstrdup("--threads: the algorithm runs in one thread");
        return MPI_ERR_UNSUPPORTED_OPERATION;
    }
    a->comm = comm;
    rc = a->run(a->state, a);
    if (rc != MPI_SUCCESS)
        *cause = error_plain(rc);
    return rc;
}

/* ---- the list ------------------------------------------------------------ */

struct library_algo *library_add(struct library *l, const struct algo *algo,
                                 const struct library_kind *kind,
                                 const struct op *op, const char *name, int id,
                                 int control)
{
    struct library_algo *a = xcalloc(1, sizeof(*a));

    *a = (struct library_algo){
        .algo = *algo,
        .params = {.owner = kind->prefix,
                   .rows = l->rows,
                   .size = sizeof(struct library_values),
                   .initial = &a->initial},
        .initial = {.algo = a},
        .op = op,
        .id = id,
        .control = control,
        .zero = -1,
    };
    for (int i = 0; i < LIBRARY_SETTINGS; i++)
        a->initial.given[i] = a->settings[i] = -1;
    a->algo.name = xasprintf("%s/%s", kind->prefix, name);
    a->algo.op = op->name;
    a->algo.help = xasprintf("%s, number %d", algo->help, id);
    a->algo.params = &a->params;
    l->algos = xreallocarray(l->algos, l->n + 2, sizeof(*l->algos));
    l->algos[l->n++] = &a->algo;
    l->algos[l->n] = NULL;
    return a;
}

struct library *library_open(int argc, char **argv)
{
    struct library *l = NULL;
    int level;

    for (int k = 0; k < NKINDS; k++) {
        if (!library_wanted(kinds[k], argc, argv))
            continue;
        if (l == NULL) {
            l = xcalloc(1, sizeof(*l));
            l->algos = xcalloc(1, sizeof(*l->algos));
            MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
        }
        for (const struct op *const *op = coll_ops; *op != NULL; op++)
            if ((*op)->call.run != NULL)
                kinds[k]->add(l, *op);
    }
    return l;
}

void library_close(struct library *l)
{
    if (l == NULL)
        return;
    for (size_t i = 0; i < l->n; i++) {
        free((char *)l->algos[i]->name);
        free((char *)l->algos[i]->help);
        free((void *)l->algos[i]);
    }
    for (size_t i = 0; i < l->nrows; i++) {
        free((char *)l->rows[i].name);
        free((char *)l->rows[i].help);
    }
    free(l->algos);
    free(l);
    MPI_T_finalize();
}
