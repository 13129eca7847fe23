/* openmpi_component.c: components of Open MPI's collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* A communicator keeps the component that it got for each collective when it
 * was made. So a component runs on a duplicate of the communicator, whose info
 * key prefers it; the priorities of components, which MPI_T cannot set for all
 * of them, have no effect. A component that declines is silently replaced, so
 * what it needs is checked here. */
#include "adapters/library/variant.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "machine/tools.h"
#include "mpi/nodes.h"

/* Without XPMEM, coll/xhc ends longer reductions in a segmentation fault. */
enum { XHC_MOST = 4096 };

/* Both are called on all ranks. Return NULL, or why the component declines,
 * malloced. */
static char *han_declines(const struct op *op, const struct op_args *a)
{
    struct nodes nodes;
    bool several;

    (void)op;
    if (nodes_open(&nodes, a->comm) != MPI_SUCCESS)
        return xstrdup("the ranks' nodes are unknown");
    several = nodes.several;
    nodes_close(&nodes);
    return several ? NULL : xstrdup("coll/han needs ranks on several nodes");
}

static char *xhc_declines(const struct op *op, const struct op_args *a)
{
    char *one = han_declines(op, a);

    if (one == NULL)
        return xstrdup("coll/xhc needs all ranks on one node");
    free(one);
    if ((op->flags & OP_REDUCTION) != 0 &&
        (double)a->count * (double)a->type_size > XHC_MOST &&
        access("/dev/xpmem", R_OK | W_OK) != 0)
        return xstrdup("coll/xhc fails above 4 KiB without XPMEM");
    return NULL;
}

static char *acoll_declines(const struct op *op, const struct op_args *a)
{
    struct cvar c;
    int least = 0;

    (void)op;
    if (!cvar_find(&c, "coll_acoll_comm_size_thresh"))
        return NULL;
    free(c.help);
    if (cvar_read(c.index, &least) != MPI_SUCCESS || a->size >= least)
        return NULL;
    return xasprintf("coll/acoll needs %d ranks "
                     "(OMPI_MCA_coll_acoll_comm_size_thresh)",
                     least);
}

static int component_open(void **state, struct op_args *args, char **cause)
{
    struct library_state *s = *state;
    const struct library_algo *algo = s->values->algo;
    int rc, back;

    *cause = algo->kind->declines(algo->op, args);
    if (*cause != NULL)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    s->proof = "not proved: Open MPI does not say which component it used";
    rc = library_before(s, args);
    if (rc == MPI_SUCCESS)
        rc = library_try(s, args, cause);
    back = library_after(s, args);
    return rc != MPI_SUCCESS ? rc : back;
}

/* run() is NULL, so the operation's own call is measured. */
static const struct algo component = {
    .help = "component of Open MPI's collectives",
    .create = library_create,
    .life = {.open = component_open,
             .before = library_before,
             .after = library_after},
    .describe = library_describe,
    .destroy = library_destroy,
};

/* True if the component was loaded, and has this collective. */
static bool component_has(const struct library_kind *kind, const char *op)
{
    char *name = xasprintf("coll_%s_priority", kind->prefix);
    struct cvar c;
    bool found = cvar_find(&c, name);

    free(name);
    if (!found)
        return false;
    free(c.help);
    for (const char *const *own = kind->ops; *own != NULL; own++)
        if (strcmp(*own, op) == 0)
            return true;
    return false;
}

/* Adds the algorithms among which the component can choose by a variable that
 * each call reads, or the component as a whole. */
static void component_add(struct library *l, const struct library_kind *kind,
                          const struct op *op)
{
    char *control =
        xasprintf("coll_%s_use_%s_algorithm", kind->prefix, op->name);
    int n = 0, length, id;
    char name[128];
    struct cvar c;

    if (component_has(kind, op->name) && cvar_find(&c, control)) {
        free(c.help);
        length = sizeof(name);
        if (c.writable && c.names != MPI_T_ENUM_NULL)
            MPI_T_enum_get_info(c.names, &n, name, &length);
        for (int i = 0; i < n; i++) {
            length = sizeof(name);
            if (MPI_T_enum_get_item(c.names, i, &id, name, &length) ==
                MPI_SUCCESS)
                library_add(l, &component, kind, op, name, id, c.index);
        }
    } else if (component_has(kind, op->name)) {
        library_add(l, &component, kind, op, NULL, 0, -1);
    }
    free(control);
}

const struct library_kind library_han = {
    .prefix = "han",
    .component = "han",
    .ops =
        (const char *const[]){"allgather", "allreduce", "alltoall", "alltoallv",
                              "barrier", "bcast", "gather", "gatherv", "reduce",
                              "scatter", "scatterv", NULL},
    .declines = han_declines,
    .add = component_add,
};

const struct library_kind library_xhc = {
    .prefix = "xhc",
    .component = "xhc",
    .ops =
        (const char *const[]){"allreduce", "barrier", "bcast", "reduce", NULL},
    .declines = xhc_declines,
    .add = component_add,
};

const struct library_kind library_acoll = {
    .prefix = "acoll",
    .component = "acoll",
    .ops = (const char *const[]){"allgather", "allreduce", "alltoall",
                                 "barrier", "bcast", "gather", "reduce", NULL},
    .declines = acoll_declines,
    .add = component_add,
};
