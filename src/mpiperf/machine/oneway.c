/* oneway.c: how fast a cache line travels between two ranks of a node, and
 * whether their clocks respect cause and effect. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/oneway.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "clocksync/patient.h"
#include "lib/xmalloc.h"
#include "mpiperf/machine/pingpong.h"
#include "mpiperf/machine/sharedpage.h"

enum { TAG_TURN = 1, TAG_VERDICT, TAG_LATENCY };
enum {
    GAMES = 3,          /* at most, where the two share a core at first */
    PAUSE_NS = 2000000, /* between them, for the scheduler to part them */
};

/* Slower than any two cores of a machine are. */
static const double latency_plausible = 2e-6;

/* One game: the turn's message, the game, the partner's verdict. */
static int turn_serve(MPI_Comm node, int partner, struct table *t,
                      const struct clock *clocks, int n, double *latency,
                      int *agree)
{
    int *theirs = xcalloc((size_t)n, sizeof(*theirs)), more = 1, rc;

    pingpong_prepare(t);
    rc = MPI_Send(&more, 1, MPI_INT, partner, TAG_TURN, node);
    if (rc == MPI_SUCCESS) {
        *latency = fmin(*latency, pingpong_serve(t, clocks, n, agree));
        rc = patient_recv(theirs, n, MPI_INT, partner, TAG_VERDICT, node);
    }
    for (int i = 0; i < n && rc == MPI_SUCCESS; i++)
        if (theirs[i] < agree[i])
            agree[i] = theirs[i];
    free(theirs);
    return rc;
}

/* Games with one partner until they look undisturbed. */
static int turns_serve(MPI_Comm node, int partner, struct table *t,
                       const struct clock *clocks, int n, int *agree)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    double latency = NAN;
    int rc = MPI_SUCCESS, over = 0;

    for (int i = 0; i < GAMES && rc == MPI_SUCCESS; i++) {
        if (i > 0)
            nanosleep(&pause, NULL);
        rc = turn_serve(node, partner, t, clocks, n, &latency, agree);
        if (latency < latency_plausible)
            break;
    }
    if (!(latency < latency_plausible))
        latency = NAN; /* that was the scheduler's */
    if (rc == MPI_SUCCESS)
        rc = MPI_Send(&over, 1, MPI_INT, partner, TAG_TURN, node);
    if (rc == MPI_SUCCESS)
        rc = MPI_Send(&latency, 1, MPI_DOUBLE, partner, TAG_LATENCY, node);
    return rc;
}

static int turns_return(MPI_Comm node, struct table *t,
                        const struct clock *clocks, int n, double *latency,
                        int *agree)
{
    int more, rc;

    for (;;) {
        rc = patient_recv(&more, 1, MPI_INT, 0, TAG_TURN, node);
        if (rc != MPI_SUCCESS || !more)
            break;
        pingpong_return(t, clocks, n, agree);
        rc = MPI_Send(agree, n, MPI_INT, 0, TAG_VERDICT, node);
        if (rc != MPI_SUCCESS)
            break;
    }
    if (rc == MPI_SUCCESS)
        rc = patient_recv(latency, 1, MPI_DOUBLE, 0, TAG_LATENCY, node);
    return rc;
}

/* Who has the page plays; rank 0 has to know who that is. */
static int games_play(MPI_Comm node, void *page, const struct clock *clocks,
                      int n, double *latency, int *agree)
{
    int rank, size, rc, mine = page != NULL, *has;

    rc = MPI_Comm_rank(node, &rank);
    if (rc == MPI_SUCCESS)
        rc = MPI_Comm_size(node, &size);
    if (rc != MPI_SUCCESS)
        return rc;
    has = xcalloc((size_t)size, sizeof(*has));
    rc = MPI_Gather(&mine, 1, MPI_INT, has, 1, MPI_INT, 0, node);
    for (int i = 1; i < size && rank == 0 && rc == MPI_SUCCESS; i++)
        if (has[i])
            rc = turns_serve(node, i, page, clocks, n, agree);
    if (rank != 0 && mine && rc == MPI_SUCCESS)
        rc = turns_return(node, page, clocks, n, latency, agree);
    free(has);
    return rc == MPI_SUCCESS ? patient_barrier(node) : rc;
}

int oneway_measure(MPI_Comm node, const struct clock *clocks, int n,
                   double *latency, int *agree)
{
    void *page;
    int rc;

    *latency = NAN;
    for (int i = 0; i < n; i++)
        agree[i] = CAUSALITY_UNTESTED;
    rc = sharedpage_open(node, &page);
    if (rc == MPI_SUCCESS)
        rc = games_play(node, page, clocks, n, latency, agree);
    sharedpage_close(page);
    return rc;
}
