/* variant.c: a variant is an algorithm of the MPI library with settings, chosen
 * by MPI_T variables on its own communicator. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/library/variant.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "machine/tools.h"

/* ---- the command line ---------------------------------------------------- */

/* True if the text names an algorithm of this kind, or is a pattern that may
 * match one. */
static bool name_asks(const struct library_kind *kind, const char *text)
{
    const char *prefix = kind->prefix;
    size_t n = strcspn(text, "*?[@,:"), length = strlen(prefix);

    if (text[n] == '*' || text[n] == '?' || text[n] == '[')
        return strncmp(text, prefix, n < length ? n : length) == 0;
    return strncmp(text, prefix, length) == 0 &&
           (text[length] == '/' || (n == length && kind->ops != NULL));
}

bool library_wanted(const struct library_kind *kind,
                    const struct option_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        const char *at =
            line->v[i].row == NULL ? strchr(line->v[i].arg, ':') : NULL;

        for (; at != NULL; at = strpbrk(at + 1, ":,"))
            if (name_asks(kind, at + 1))
                return true;
    }
    return line->outcome == OPTIONS_LIST;
}

/* ---- variants ------------------------------------------------------------ */

int library_choose(struct library_state *s, int index, int value)
{
    if (index < 0)
        return MPI_SUCCESS;
    s->index[s->n] = index;
    s->chosen[s->n] = value;
    return cvar_read(index, &s->before[s->n++]);
}

int library_set(const struct library_state *s, const int *values)
{
    int rc = MPI_SUCCESS;

    for (int i = 0; i < s->n && rc == MPI_SUCCESS; i++)
        rc = cvar_write(s->index[i], values[i]);
    return rc;
}

int library_before(void *state, const struct op_args *args)
{
    const struct library_state *s = state;

    (void)args;
    return library_set(s, s->chosen);
}

int library_after(void *state, const struct op_args *args)
{
    const struct library_state *s = state;

    (void)args;
    return library_set(s, s->before);
}

/* Chooses the algorithm and the settings of the variant. */
static int variables_choose(struct library_state *s)
{
    const struct library_algo *algo = s->values->algo;
    int rc = library_choose(s, algo->control, algo->id);

    if (rc == MPI_SUCCESS)
        rc = library_choose(s, algo->zero, 0);
    for (int i = 0; i < LIBRARY_SETTINGS && rc == MPI_SUCCESS; i++)
        if (s->values->given[i] >= 0)
            rc = library_choose(s, algo->settings[i], (int)s->values->given[i]);
    return rc;
}

/* Duplicates a communicator. Open MPI prefers the component for its
 * collectives, whatever the components' priorities; NULL leaves that to the
 * library. */
static int comm_dup(MPI_Comm comm, const char *component, MPI_Comm *copy)
{
    MPI_Info info;
    int rc, back;

    if (component == NULL)
        return MPI_Comm_dup(comm, copy);
    rc = MPI_Info_create(&info);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Info_set(info, "ompi_comm_coll_preference", component);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_dup_with_info(comm, info, copy);
    back = MPI_Info_free(&info);
    return rc != MPI_SUCCESS ? rc : back;
}

int library_create(MPI_Comm comm, const void *params, void **state,
                   char **cause)
{
    const struct library_values *v = params;
    bool now = v->algo->algo.life.before == NULL; /* otherwise before() sets
                                                   * them */
    struct library_state *s;
    int rc, back;

    for (int i = 0; i < LIBRARY_SETTINGS; i++)
        if (v->given[i] >= 0 && v->algo->settings[i] < 0) {
            *cause = xasprintf("the library has no %s for this collective",
                               v->algo->params.rows[i].name);
            return MPI_ERR_UNSUPPORTED_OPERATION;
        }
    *state = s = xcalloc(1, sizeof(*s));
    s->values = v;
    s->comm = MPI_COMM_NULL;
    s->proof = "not proved";
    rc = variables_choose(s);
    if (rc == MPI_SUCCESS && now)
        rc = library_set(s, s->chosen);
    if (rc == MPI_SUCCESS)
        rc = comm_dup(comm, v->algo->kind->component, &s->comm);
    back = now ? library_set(s, s->before) : MPI_SUCCESS;
    if (rc == MPI_SUCCESS)
        rc = back;
    if (rc == MPI_SUCCESS)
        return rc;
    *cause = xstrdup("the library refuses to choose an algorithm");
    library_destroy(s);
    *state = NULL;
    return rc;
}

void library_destroy(void *state)
{
    struct library_state *s = state;

    if (s->comm != MPI_COMM_NULL)
        MPI_Comm_free(&s->comm);
    free(s);
}

json_t *library_describe(void *state)
{
    const struct library_state *s = state;
    const struct library_algo *algo = s->values->algo;
    json_t *to = json_pack("{s:i, s:s}", "id", algo->id, "proof", s->proof);
    json_t *sent = json_array();

    for (int i = 0; i < LIBRARY_SETTINGS; i++)
        if (s->values->given[i] >= 0)
            json_object_set_new(to, algo->params.rows[i].name,
                                json_integer(s->values->given[i]));
    for (int i = 0; i < s->nranks; i++)
        json_array_append_new(sent, json_integer(s->sent[i]));
    if (s->nranks > 0)
        json_object_set(to, "messages", sent);
    json_decref(sent);
    return to;
}

/* ---- a case -------------------------------------------------------------- */

/* MPICH describes errors by a stack of lines "FUNCTION(LINE): TEXT". */
static char *error_plain(int rc)
{
    char text[MPI_MAX_ERROR_STRING], *last, *colon;
    int length;

    if (MPI_Error_string(rc, text, &length) != MPI_SUCCESS)
        return xstrdup("the library refuses the call");
    last = strrchr(text, '\n');
    last = last != NULL ? last + 1 : text;
    colon = strstr(last, "): ");
    return xasprintf("the library refuses the call: %s",
                     colon != NULL ? colon + 3 : last);
}

int library_try(const struct library_state *s, struct op_args *a, char **cause)
{
    int rc;

    if (a->nthreads > 1) {
        *cause = xstrdup("--threads: the algorithm runs in one thread");
        return MPI_ERR_UNSUPPORTED_OPERATION;
    }
    a->comm = s->comm;
    rc = a->run(a->state, a);
    if (rc != MPI_SUCCESS)
        *cause = error_plain(rc);
    return rc;
}

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
        .kind = kind,
        .id = id,
        .control = control,
        .zero = -1,
    };
    for (int i = 0; i < LIBRARY_SETTINGS; i++)
        a->initial.given[i] = a->settings[i] = -1;
    a->algo.name = name != NULL ? xasprintf("%s/%s", kind->prefix, name)
                                : xstrdup(kind->prefix);
    a->algo.op = op->name;
    a->algo.help = name != NULL ? xasprintf("%s, number %d", algo->help, id)
                                : xstrdup(algo->help);
    a->algo.params = &a->params;
    l->algos = xreallocarray(l->algos, l->n + 2, sizeof(*l->algos));
    l->algos[l->n++] = &a->algo;
    l->algos[l->n] = NULL;
    return a;
}
