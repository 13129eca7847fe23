/* region.c: shared windows whose memory is copied directly. */
/* SPDX-License-Identifier: BSD-3-Clause */

/* All ranks map the memory of an MPI_Win_allocate_shared() window, so they can
 * copy buffers in it by loads and stores. A region is such a window with the
 * address of each rank's part. Cost per call: a search of all regions and
 * ranks. */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "../agree.h"
#include "handle.h"
#include "lib/populate.h"

/* Gets the address of each rank's part in this process. Returns MPI_SUCCESS or
 * an error class. */
static int query(struct sb_region *g, int size)
{
    for (int r = 0; r < size; r++) {
        MPI_Aint bytes;
        int unit;
        int rc =
            PMPI_Win_shared_query(g->win, r, &bytes, &unit, &g->parts[r].base);

        if (rc != MPI_SUCCESS)
            return al_error_class(rc);
        g->parts[r].bytes = (size_t)bytes;
    }
    return MPI_SUCCESS;
}

static bool same_ranks(const struct shmbcast_auto *h, MPI_Win win)
{
    MPI_Group of_win, of_handle;
    int result = MPI_UNEQUAL;

    if (PMPI_Win_get_group(win, &of_win) != MPI_SUCCESS)
        return false;
    PMPI_Comm_group(h->waiter.comm, &of_handle);
    PMPI_Group_compare(of_win, of_handle, &result);
    PMPI_Group_free(&of_win);
    PMPI_Group_free(&of_handle);
    return result == MPI_IDENT;
}

static bool shared_window(MPI_Win win)
{
    int *flavor, found = 0;

    return PMPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &found) ==
               MPI_SUCCESS &&
           found && *flavor == MPI_WIN_FLAVOR_SHARED;
}

/* Returns the largest of all ranks' error codes, as an error class. Never
 * returns MPI_SUCCESS on a rank that has failed. */
static int worst_of(const struct shmbcast_auto *h, int mine)
{
    bool failed = mine != MPI_SUCCESS;
    int worst,
        rc = PMPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, h->waiter.comm);

    rc = al_error_class(rc != MPI_SUCCESS ? rc : worst);
    return failed && rc == MPI_SUCCESS ? MPI_ERR_OTHER : rc;
}

/* Attaches a window on all ranks or on none. [own]: see struct sb_region. */
static int attach(struct shmbcast_auto *h, MPI_Win win, void *own)
{
    size_t size = (size_t)h->size;
    struct sb_region *g = calloc(1, sizeof(*g) + size * sizeof(g->parts[0]));
    int mine, rc;

    if (g == NULL) {
        mine = MPI_ERR_NO_MEM;
    } else {
        g->win = win;
        g->own = own;
        if (win == MPI_WIN_NULL || !shared_window(win) || !same_ranks(h, win))
            mine = MPI_ERR_WIN;
        else
            mine = query(g, h->size);
    }
    sb_auto_settle(h);
    rc = worst_of(h, mine);
    if (rc == MPI_SUCCESS) {
        g->number = ++h->nregions;
        g->next = h->regions;
        h->regions = g;
        return MPI_SUCCESS;
    }
    free(g);
    return rc;
}

int shmbcast_auto_attach(struct shmbcast_auto *h, MPI_Win win)
{
    return h == NULL ? MPI_ERR_ARG : attach(h, win, NULL);
}

/* Removes a region. A barrier ensures that no rank still copies from or to
 * it. */
static int drop(struct shmbcast_auto *h, struct sb_region **g)
{
    struct sb_region *old = *g;
    int rc;

    sb_auto_settle(h);
    rc = PMPI_Barrier(h->waiter.comm);
    *g = old->next;
    if (old->own != NULL)
        PMPI_Win_free(&old->win);
    free(old);
    return al_error_class(rc);
}

int shmbcast_auto_detach(struct shmbcast_auto *h, MPI_Win win)
{
    for (struct sb_region **g = h == NULL ? NULL : &h->regions;
         g != NULL && *g != NULL; g = &(*g)->next)
        if ((*g)->win == win && (*g)->own == NULL)
            return drop(h, g);
    return h == NULL ? MPI_ERR_ARG : MPI_ERR_WIN;
}

/* Fails if the parts do not fit in /dev/shm: some MPI libraries then hang. */
static int check_room(const struct shmbcast_auto *h, size_t bytes)
{
    uint64_t mine = bytes, all;
    int rc =
        PMPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, h->waiter.comm);

    return rc != MPI_SUCCESS  ? rc
           : all > shm_room() ? MPI_ERR_NO_SPACE
                              : MPI_SUCCESS;
}

/* Creates a window in which each rank has separate pages on its NUMA node. */
static int window_make(const struct shmbcast_auto *h, size_t bytes, void *own,
                       MPI_Win *win)
{
    MPI_Info info;
    int rc = PMPI_Info_create(&info);

    if (rc != MPI_SUCCESS)
        return rc;
    PMPI_Info_set(info, "alloc_shared_noncontig", "true");
    rc = PMPI_Win_allocate_shared((MPI_Aint)bytes, 1, info, h->waiter.comm, own,
                                  win);
    PMPI_Info_free(&info);
    return rc;
}

int shmbcast_auto_alloc(struct shmbcast_auto *h, size_t bytes, void **memory)
{
    MPI_Win win;
    void *own;
    int rc;

    if (h == NULL)
        return MPI_ERR_ARG;
    /* the root of the last call may still wait for this rank */
    sb_auto_settle(h);
    rc = worst_of(h, memory == NULL || bytes > PTRDIFF_MAX / (size_t)h->size
                         ? MPI_ERR_ARG
                         : MPI_SUCCESS);
    bytes = bytes > 0 ? bytes : 1;
    if (rc == MPI_SUCCESS)
        rc = worst_of(h, check_room(h, bytes));
    /* after a failure on one rank, the others leak the window, because freeing
     * it is collective */
    if (rc == MPI_SUCCESS)
        rc = worst_of(h, window_make(h, bytes, &own, &win));
    if (rc != MPI_SUCCESS)
        return rc;
    /* reserve the pages now, because touching a missing one raises SIGBUS */
    rc =
        worst_of(h, populate(own, bytes) == 0 ? MPI_SUCCESS : MPI_ERR_NO_SPACE);
    if (rc == MPI_SUCCESS)
        rc = attach(h, win, own);
    if (rc == MPI_SUCCESS)
        *memory = own;
    else
        PMPI_Win_free(&win);
    return rc;
}

int shmbcast_auto_release(struct shmbcast_auto *h, void *memory)
{
    for (struct sb_region **g = h == NULL ? NULL : &h->regions;
         g != NULL && *g != NULL; g = &(*g)->next)
        if ((*g)->own == memory && memory != NULL)
            return drop(h, g);
    return MPI_ERR_ARG;
}

void sb_regions_free(struct shmbcast_auto *h)
{
    while (h->regions != NULL)
        (void)drop(h, &h->regions);
}
