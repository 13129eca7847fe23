/* lane.h: requests of MPI, in lanes that are posted in their order. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_LANE_H
#define MSGSCHED_LANE_H

#include "agree.h"

/* ---- requests, without statuses -------------------------------------------
 */

int ms_requests_wait(int n, MPI_Request *requests);
int ms_requests_test(int n, MPI_Request *requests, bool *all);

/* Those that completed: *ndone of them, 0 if none are left to complete, their
 * numbers in done[]. Waits for one of them if `wait` is set. */
int ms_requests_some(int n, MPI_Request *requests, bool wait, int *ndone,
                     int *done);

/* Cancels those that are active, and waits for them; all are freed but
 * persistent ones. Not for requests of collectives. */
void ms_requests_drop(int n, MPI_Request *requests);

/* ---- lanes --------------------------------------------------------------- */

/*
 * Messages first ... end - 1 of a list. At most `limit` of them are posted and
 * not complete, and of these the oldest `width` are watched: MPI is not asked
 * about all that are posted, which would take a time that grows with their
 * square.
 */
struct ms_lane {
    size_t first, end;
    size_t limit, width;
    size_t posted;   /* all before this one are */
    size_t watched;  /* all before this one are, or were */
    size_t open;     /* posted and not complete */
    size_t watching; /* watched and not complete */
};

/* A lane's message that completed. */
struct ms_completed {
    size_t lane, k;
};

/* Lanes and their requests; those of message k of any lane are request[k]. */
struct ms_lanes {
    struct ms_lane *lane;
    size_t n;
    MPI_Request *request;
    MPI_Request
        *watch; /* of the watched; the rest of the arrays goes with it */
    struct ms_completed *what;
    struct ms_completed *completed;
    int *done;
    int nwatch;
};

/* Room for n lanes and the messages of all; their bounds, limits and widths are
 * then to be set. */
void ms_lanes_open(struct ms_lanes *lanes, size_t n, size_t messages,
                   struct ms_agree *a);
void ms_lanes_close(struct ms_lanes *lanes);

void ms_lanes_reset(struct ms_lanes *lanes); /* before an exchange */

/* One of `lanes` lanes for receives, `all` in all: so many are posted and
 * watched that these together are not too many. It has n messages. */
struct ms_lane ms_lane_of(size_t first, size_t n, size_t lanes, size_t all);

/* May one more message of the lane be posted? It is number lane->posted, and
 * ms_lane_posted() says that this was done. */
bool ms_lane_open(const struct ms_lane *lane);
void ms_lane_posted(struct ms_lanes *lanes, struct ms_lane *lane);

/* Those that completed, *n of them, are in lanes->completed. Waits for at least
 * one if there is one and `wait` is set. */
int ms_lanes_ask(struct ms_lanes *lanes, bool wait, int *n);

/* Cancels all that are posted and not complete. */
void ms_lanes_drop(struct ms_lanes *lanes);

#endif /* MSGSCHED_LANE_H */
