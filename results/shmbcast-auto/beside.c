/* beside.c: what shmbcast-auto is measured beside. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A plug-in (doc/plugin.md). `library` is the MPI library's broadcast, by
 * another name than `native`, with which all are compared where it is given.
 *
 * `two-core`, for --memory=shared: each of two ranks copies half of the root's
 * buffer into the other's, without a word to each other: a memcpy() by two
 * cores. As the ranks start together this is no broadcast, but a bound for one.
 */
#include <stdlib.h>
#include <string.h>
#include <mpiperf/op.h>

static int library_run(void *state, const struct op_args *a)
{
    (void)state;
    return a->run(a->state, a);
}

static const struct algo library = {
    .name = "library",
    .op = "bcast",
    .help = "the MPI library's",
    .run = library_run,
    .large = true,
};

struct two_core {
    char *bases[2]; /* where the parts of the window are */
};

static int create(MPI_Comm comm, const void *params, void **state, char **why)
{
    int size;

    (void)params;
    MPI_Comm_size(comm, &size);
    if (size != 2) {
        *why = strdup("for two ranks");
        return MPI_ERR_COMM;
    }
    *state = calloc(1, sizeof(struct two_core));
    return *state != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static int open_window(void **state, struct op_args *a, char **why)
{
    struct two_core *t = *state;

    (void)why;
    if (a->win == MPI_WIN_NULL)
        return MPI_ERR_WIN;
    for (int r = 0; r < 2; r++) {
        MPI_Aint bytes;
        int unit, rc = MPI_Win_shared_query(a->win, r, &bytes, &unit,
                                            &t->bases[r]);

        if (rc != MPI_SUCCESS)
            return rc;
    }
    return MPI_SUCCESS;
}

static int run(void *state, const struct op_args *a)
{
    const struct two_core *t = state;
    int other = 1 - a->root, size;
    size_t at = (size_t)((char *)a->recvbuf - t->bases[a->rank]), n;

    MPI_Type_size(a->type, &size);
    n = (size_t)a->count * (size_t)size;
    if (a->rank == a->root)
        memcpy(t->bases[other] + at, t->bases[a->root] + at, n / 2);
    else
        memcpy(t->bases[other] + at + n / 2, t->bases[a->root] + at + n / 2,
               n - n / 2);
    return MPI_SUCCESS;
}

static const struct algo two_core = {
    .name = "two-core",
    .op = "bcast",
    .help = "half of the copy by each of two ranks, no notification",
    .create = create,
    .life.open = open_window,
    .run = run,
    .destroy = free,
    .large = true,
};

static const struct algo *const algos[] = {&library, &two_core, NULL};

const struct mpiperf_plugin mpiperf_plugin = {
    .abi = MPIPERF_PLUGIN_ABI,
    .algos = algos,
};
