/* lane.c: MPI requests, in lanes that are posted in order.
 *
 * MPI_Waitsome() looks at all n requests passed to it, so an exchange of n
 * messages would take time proportional to n squared. Therefore this module
 * passes only the oldest requests of each lane: at most 64 sends and about 256
 * receives.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lane.h"

#include <stdint.h>
#include <stdlib.h>

/* MPICH's MPI_STATUSES_IGNORE is an invalid address, about which gcc warns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

int ms_requests_wait(int n, MPI_Request *requests)
{
    return MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

int ms_requests_test(int n, MPI_Request *requests, bool *all)
{
    int flag = 0, rc = MPI_Testall(n, requests, &flag, MPI_STATUSES_IGNORE);

    *all = flag;
    return rc;
}

int ms_requests_some(int n, MPI_Request *requests, bool wait, int *ndone,
                     int *done)
{
    int rc = wait ? MPI_Waitsome(n, requests, ndone, done, MPI_STATUSES_IGNORE)
                  : MPI_Testsome(n, requests, ndone, done, MPI_STATUSES_IGNORE);

    if (*ndone == MPI_UNDEFINED)
        *ndone = 0;
    return rc;
}

/* MPI guarantees that a cancelled request completes whatever other ranks do, so
 * this does not hang. */
void ms_requests_drop(int n, MPI_Request *requests)
{
    for (int i = 0; i < n; i++) {
        int idle = 1;

        MPI_Request_get_status(requests[i], &idle, MPI_STATUS_IGNORE);
        if (!idle)
            MPI_Cancel(&requests[i]);
        if (requests[i] != MPI_REQUEST_NULL)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
}

/* ---- lanes --------------------------------------------------------------- */

void ms_lanes_open(struct ms_lanes *l, size_t n, size_t messages,
                   struct ms_agree *a)
{
    l->n = n;
    l->lane = ms_alloc(a, n, sizeof(*l->lane));
    l->request = ms_alloc(a, messages, sizeof(MPI_Request));
    l->watch = ms_alloc(a, messages, sizeof(MPI_Request));
    l->what = ms_alloc(a, messages, sizeof(*l->what));
    l->completed = ms_alloc(a, messages, sizeof(*l->completed));
    l->done = ms_alloc(a, messages, sizeof(*l->done));
}

void ms_lanes_close(struct ms_lanes *l)
{
    free(l->lane);
    free(l->request);
    free(l->watch);
    free(l->what);
    free(l->completed);
    free(l->done);
}

void ms_lanes_reset(struct ms_lanes *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct ms_lane *lane = &l->lane[i];

        lane->posted = lane->watched = lane->first;
        lane->open = lane->watching = 0;
    }
    l->nwatch = 0;
}

static size_t part_of(size_t all, size_t lanes)
{
    return lanes < all ? all / lanes : 1;
}

struct ms_lane ms_lane_of(size_t first, size_t n, size_t lanes, size_t all)
{
    enum { POSTED = 4096, WATCHED = 256 };

    return (struct ms_lane){
        .first = first,
        .end = first + n,
        .limit = all <= POSTED ? SIZE_MAX : part_of(POSTED, lanes),
        .width = part_of(WATCHED, lanes),
    };
}

bool ms_lane_open(const struct ms_lane *lane)
{
    return lane->posted < lane->end && lane->open < lane->limit;
}

/* Puts the lane's oldest posted message that is not watched yet into
 * watch[place]. Returns false if there is none. */
static bool watch_next(struct ms_lanes *l, struct ms_lane *lane, int place)
{
    size_t k = lane->watched;

    if (k == lane->posted || lane->watching == lane->width)
        return false;
    l->watch[place] = l->request[k];
    l->what[place] =
        (struct ms_completed){.lane = (size_t)(lane - l->lane), .k = k};
    lane->watched++;
    lane->watching++;
    return true;
}

void ms_lane_posted(struct ms_lanes *l, struct ms_lane *lane)
{
    lane->posted++;
    lane->open++;
    if (watch_next(l, lane, l->nwatch))
        l->nwatch++;
}

/* Replaces n completed messages in watch[] by the next messages of their lanes,
 * or removes their entries. */
static void watch_on(struct ms_lanes *l, int n)
{
    bool holes = false;
    int kept = 0;

    for (int i = 0; i < n; i++) {
        int place = l->done[i];
        struct ms_lane *lane = &l->lane[l->what[place].lane];

        l->completed[i] = l->what[place];
        lane->open--;
        lane->watching--;
        if (!watch_next(l, lane, place)) {
            l->watch[place] = MPI_REQUEST_NULL;
            holes = true;
        }
    }
    if (!holes)
        return;
    for (int i = 0; i < l->nwatch; i++)
        if (l->watch[i] != MPI_REQUEST_NULL) {
            l->watch[kept] = l->watch[i];
            l->what[kept++] = l->what[i];
        }
    l->nwatch = kept;
}

int ms_lanes_ask(struct ms_lanes *l, bool wait, int *n)
{
    int rc;

    *n = 0;
    if (l->nwatch == 0)
        return MPI_SUCCESS;
    rc = ms_requests_some(l->nwatch, l->watch, wait, n, l->done);
    watch_on(l, *n);
    return rc;
}

void ms_lanes_drop(struct ms_lanes *l)
{
    ms_requests_drop(l->nwatch, l->watch);
    for (size_t i = 0; i < l->n; i++) {
        const struct ms_lane *lane = &l->lane[i];

        ms_requests_drop((int)(lane->posted - lane->watched),
                         &l->request[lane->watched]);
    }
    ms_lanes_reset(l);
}
