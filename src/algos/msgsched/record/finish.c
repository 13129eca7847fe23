/* finish.c: what happens in MPI_Finalize. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "finish.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/quote.h"
#include "settings.h"

static void say(const char *what)
{
    fprintf(stderr, "msgsched-record: %s\n", what);
}

/* Do all ranks record? */
static bool agreed(MPI_Comm comm, int rank)
{
    int mine = record_on(), least, most;

    PMPI_Allreduce(&mine, &least, 1, MPI_INT, MPI_MIN, comm);
    PMPI_Allreduce(&mine, &most, 1, MPI_INT, MPI_MAX, comm);
    if (rank == 0 && least != most)
        say("MSGSCHED_RECORD is not set on all ranks: nothing is recorded");
    else if (rank == 0 && !most)
        say("MSGSCHED_RECORD is not set: nothing is recorded");
    return least;
}

static void read_settings(struct record_settings *s, int rank)
{
    struct record_wrong wrong[RECORD_WRONG_MAX];
    size_t n = record_settings_read(s, wrong);

    for (size_t i = 0; rank == 0 && i < n; i++)
        fprintf(stderr, "msgsched-record: %s: %s: not %s; the default holds\n",
                wrong[i].name, QUOTED(getenv(wrong[i].name)), wrong[i].why);
}

static const char *why_not(int rc)
{
    return rc == -EEXIST ? "it exists and is not a regular file; remove it, or "
                           "set MSGSCHED_RECORD to another prefix"
                         : strerror(-rc);
}

/* On rank 0. */
static void publish(struct sets *all, int size, const int *node,
                    const struct record_settings *settings, struct outcome *o)
{
    struct joined j;
    char *path;
    int rc;

    if (!join(all, size, settings->internode ? node : NULL, &j)) {
        say("there is no memory to join the sets of all ranks");
        joined_free(&j);
        return;
    }
    rc = write_files(&j, settings->prefix, settings->files, size, node, o,
                     &path);
    if (rc != 0) {
        fprintf(stderr, "msgsched-record: cannot write %s: %s\n",
                path != NULL ? SHOWN_FILE(path) : "files", why_not(rc));
        free(path);
    }
    report(&j, settings->prefix, o);
    joined_free(&j);
}

static void sum(MPI_Comm comm, const struct tally *mine, int64_t open,
                struct outcome *o)
{
    _Static_assert(sizeof(*mine) % sizeof(int64_t) == 0, "all are int64_t");
    PMPI_Reduce(mine, &o->tally, sizeof(*mine) / sizeof(int64_t), MPI_INT64_T,
                MPI_SUM, 0, comm);
    PMPI_Reduce(&open, &o->open, 1, MPI_INT64_T, MPI_SUM, 0, comm);
}

static void finish(MPI_Comm comm, int rank)
{
    struct record_settings settings;
    struct outcome o = {.files = 0};
    struct sets mine, *all;
    struct tally tally;
    int size, *node;
    int64_t open;

    read_settings(&settings, rank);
    PMPI_Comm_size(comm, &size);
    record_take(&mine, &tally, &open);
    sum(comm, &tally, open, &o);
    node = nodes_of(comm);
    all = gather_sets(comm, &mine);
    if (all != NULL && node != NULL)
        publish(all, size, node, &settings, &o);
    else if (rank == 0)
        say("there is no memory for the sets of all ranks");
    for (int r = 0; all != NULL && r < size; r++)
        sets_free(&all[r]);
    free(all);
    free(node);
}

void record_finish(void)
{
    int yes = 0, over = 0, rank;
    MPI_Comm comm;

    PMPI_Initialized(&yes);
    PMPI_Finalized(&over);
    if (!yes || over || PMPI_Comm_dup(MPI_COMM_WORLD, &comm) != MPI_SUCCESS)
        return;
    PMPI_Comm_rank(comm, &rank);
    if (agreed(comm, rank))
        finish(comm, rank);
    PMPI_Comm_free(&comm);
}
