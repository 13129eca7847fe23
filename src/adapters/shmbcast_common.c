/* shmbcast_common.c: functions that both algorithms of libshmbcast use. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "adapters/shmbcast_common.h"
#include "lib/xmalloc.h"
#include "mpi/simulated.h"
#include "timers/timer.h"

int shmbcast_can_wait(char **cause)
{
    if (!time_is_simulated())
        return MPI_SUCCESS;
    *cause = xstrdup("no simulated time passes while a rank waits in shared "
                     "memory");
    return MPI_ERR_UNSUPPORTED_OPERATION;
}

int shmbcast_failed(const struct shmbcast_failure *failure, char **cause)
{
    char text[256];

    shmbcast_failure_text(failure, text, sizeof(text));
    *cause = xstrdup(text);
    return failure->code;
}

int shmbcast_pages_gather(struct shmbcast_pages *all, MPI_Comm comm,
                          const struct shmbcast_pages_of *mine)
{
    int rank;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &all->nranks);
    all->ranks =
        rank == 0 ? xcalloc((size_t)all->nranks, sizeof(*all->ranks)) : NULL;
    return MPI_Gather(mine, 3, MPI_LONG, all->ranks, 3, MPI_LONG, 0, comm);
}

void shmbcast_pages_free(struct shmbcast_pages *all)
{
    free(all->ranks);
    all->ranks = NULL;
}

static json_t *pages_json(long n)
{
    return n < 0 ? json_null() : json_integer(n);
}

void shmbcast_pages_record(const struct shmbcast_pages *all, json_t *to)
{
    json_t *local = json_array(), *remote = json_array();

    for (int i = 0; all->ranks != NULL && i < all->nranks; i++) {
        json_array_append_new(local, pages_json(all->ranks[i].local));
        json_array_append_new(remote, pages_json(all->ranks[i].remote));
    }
    json_object_set_new(to, "pages_local", local);
    json_object_set_new(to, "pages_remote", remote);
}

void shmbcast_pages_print(const struct shmbcast_pages *all, FILE *f,
                          const char *algo, const char *what)
{
    fprintf(f,
            "%s: pages of each rank's %s\n"
            "rank leader local remote\n",
            algo, what);
    for (int i = 0; i < all->nranks; i++) {
        const struct shmbcast_pages_of *r = &all->ranks[i];

        if (r->local < 0)
            fprintf(f, "%4d %6ld   n/a    n/a\n", i, r->leader);
        else
            fprintf(f, "%4d %6ld %5ld %6ld\n", i, r->leader, r->local,
                    r->remote);
    }
}
