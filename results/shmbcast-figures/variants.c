/* variants.c: settings of libshmbcast as algorithms of bcast, for one run. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A plug-in (doc/plugin.md). VARIANTS is a list of V(N, NAME, SETTINGS), given
 * to the compiler: NAME is the algorithm's, SETTINGS are what libshmbcast takes
 * as "s=1 tree=flat". Names as "s1".
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <mpiperf/op.h>
#include <shmbcast.h>

static char *copy(const char *a, const char *b)
{
    char *text = malloc(strlen(a) + strlen(b) + 3);

    return strcat(strcat(strcpy(text, a), *b ? ": " : ""), b);
}

static int create(MPI_Comm comm, const char *settings, void **state, char **why)
{
    struct shmbcast_params params = shmbcast_params_default();
    char *words = copy(settings, ""), *save = NULL;
    struct shmbcast_failure failure;
    struct shmbcast *h = NULL;
    int rc = MPI_SUCCESS;

    for (char *w = strtok_r(words, " ", &save); w && rc == MPI_SUCCESS;
         w = strtok_r(NULL, " ", &save)) {
        const char *cause = "no value";
        char *value = strchr(w, '=');

        if (value != NULL)
            *value++ = '\0';
        if (value == NULL ||
            shmbcast_params_parse(&params, w, value, &cause) != 0) {
            *why = copy(settings, cause);
            rc = MPI_ERR_ARG;
        }
    }
    free(words);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = shmbcast_create_why(comm, &params, &h, &failure);
    if (rc != MPI_SUCCESS) {
        *why = malloc(300);
        shmbcast_failure_text(&failure, *why, 300);
    }
    *state = h;
    return rc;
}

static int run(void *state, const struct op_args *a)
{
    return shmbcast_bcast(a->recvbuf, a->count, a->type, a->root, state);
}

static json_t *describe(void *state)
{
    const struct shmbcast_params *p = shmbcast_params(state);
    char tree[32];

    shmbcast_tree_name(p, tree, sizeof(tree));
    return json_pack("{s:I, s:i, s:i, s:s}", "f", (json_int_t)p->f, "s", p->s,
                     "q", p->q, "tree", tree);
}

static void destroy(void *state)
{
    struct shmbcast *h = state;

    shmbcast_free(&h);
}

#define V(n, name_, settings)                                                  \
    static int create_##n(MPI_Comm comm, const void *params, void **state,     \
                          char **why)                                          \
    {                                                                          \
        (void)params;                                                          \
        return create(comm, settings, state, why);                             \
    }                                                                          \
    static const struct algo algo_##n = {                                      \
        .name = name_,                                                         \
        .op = "bcast",                                                         \
        .help = "shmbcast with " settings,                                     \
        .create = create_##n,                                                  \
        .run = run,                                                            \
        .describe = describe,                                                  \
        .destroy = destroy,                                                    \
        .large = true,                                                         \
    };
VARIANTS
#undef V

#define V(n, name_, settings) &algo_##n,
static const struct algo *const algos[] = {VARIANTS NULL};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = algos,
};
