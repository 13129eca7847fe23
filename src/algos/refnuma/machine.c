/* machine.c: what the ranks' machines, kernels and MPI library can do. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "context.h"
#include "failure.h"
#include "source.h"

static bool remote_deliver(const struct refnuma_options *asked, bool one_node)
{
    return asked->first_read == REFNUMA_DELIVER && !one_node;
}

static int look_nodes(MPI_Comm comm, bool *one)
{
    MPI_Comm node;
    int n = 0, all = 0, mine, every, rc;

    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &node);
    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_size(node, &n);
    MPI_Comm_size(comm, &all);
    MPI_Comm_free(&node);
    mine = n == all;
    rc = MPI_Allreduce(&mine, &every, 1, MPI_INT, MPI_MIN, comm);
    *one = every;
    return rc;
}

static int look_threads(MPI_Comm comm, bool *multiple)
{
    int level = MPI_THREAD_SINGLE, mine, every, rc;

    MPI_Query_thread(&level);
    mine = level == MPI_THREAD_MULTIPLE;
    rc = MPI_Allreduce(&mine, &every, 1, MPI_INT, MPI_MIN, comm);
    *multiple = every;
    return rc;
}

/* Opens c->uffd on all ranks or on none; then *why, the same on all of them. */
static void open_uffd(struct refnuma *c, bool signal, bool *there,
                      const char **why)
{
    const char *reason = "no reason given";
    int rc = rn_uffd_open(&c->uffd, signal, &reason);

    c->has_uffd = rc == 0;
    *there = rn_agree(c->comm, rc == 0 ? MPI_SUCCESS : MPI_ERR_OTHER, reason) ==
             MPI_SUCCESS;
    if (*there)
        return;
    *why = refnuma_failure();
    if (c->has_uffd)
        rn_uffd_close(&c->uffd);
    c->has_uffd = false;
}

int rn_machine_look(struct refnuma *c, const struct refnuma_options *asked,
                    struct rn_machine *machine)
{
    bool remote;
    int rc = look_nodes(c->comm, &machine->one_node);

    if (rc == MPI_SUCCESS)
        rc = look_threads(c->comm, &machine->thread_multiple);
    if (rc != MPI_SUCCESS)
        return rc;
    remote = remote_deliver(asked, machine->one_node);
    machine->remote_windows =
        remote && machine->thread_multiple && rn_remote_windows(c->comm);
    machine->uffd = false;
    machine->no_uffd = "options do not ask for it";
    if (asked->touch == REFNUMA_TOUCH_FAULT &&
        (asked->detect != REFNUMA_DETECT_TWIN || remote))
        open_uffd(c, !remote, &machine->uffd, &machine->no_uffd);
    return MPI_SUCCESS;
}
