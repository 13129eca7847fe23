/* lane.h: MPI requests, in lanes that are posted in order. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_LANE_H
#define MSGSCHED_LANE_H

#include "agree.h"

/* ---- requests without statuses ------------------------------------------- */

int ms_requests_wait(int n, MPI_Request *requests);
int ms_requests_test(int n, MPI_Request *requests, bool *all);

/* Sets done[] to the indices of the completed requests, and *ndone to their
 * number, 0 if no request is active. wait: waits for at least one. */
int ms_requests_some(int n, MPI_Request *requests, bool wait, int *ndone,
                     int *done);

/* Cancels active requests, waits for them, and frees them unless they are
 * persistent. Must not be called for requests of collectives. */
void ms_requests_drop(int n, MPI_Request *requests);

/* ---- lanes --------------------------------------------------------------- */

/* A lane: messages first ... end - 1 of a list. At most `limit` of them are
 * posted and incomplete. Only the oldest `width` of these are watched, that is,
 * passed to MPI_Waitsome(), because the time for passing all would grow with
 * the square of their number. */
struct ms_lane {
    size_t first, end;
    size_t limit, width;
    size_t posted;   /* next message to post */
    size_t watched;  /* next message to watch */
    size_t open;     /* number of messages posted and incomplete */
    size_t watching; /* number of messages watched and incomplete */
};

/* Message k of a lane, which is complete. */
struct ms_completed {
    size_t lane, k;
};

/* Lanes and their requests. request[k] is the request of message k. */
struct ms_lanes {
    struct ms_lane *lane;
    size_t n;
    MPI_Request *request;
    MPI_Request *watch; /* watched requests, and their messages in what[] */
    struct ms_completed *what;
    struct ms_completed *completed;
    int *done;
    int nwatch;
};

/* Allocates n lanes for `messages` messages in total. The caller then sets the
 * bounds, limits and widths of the lanes. */
void ms_lanes_open(struct ms_lanes *lanes, size_t n, size_t messages,
                   struct ms_agree *a);
void ms_lanes_close(struct ms_lanes *lanes);

void ms_lanes_reset(struct ms_lanes *lanes); /* call before each exchange */

/* Returns a lane for n receives, from message `first` on. The limits on posted
 * and watched receives are divided among `lanes` lanes with `all` receives in
 * total. */
struct ms_lane ms_lane_of(size_t first, size_t n, size_t lanes, size_t all);

/* True if the next message of the lane, lane->posted, may be posted now. After
 * posting it, call ms_lane_posted(). */
bool ms_lane_open(const struct ms_lane *lane);
void ms_lane_posted(struct ms_lanes *lanes, struct ms_lane *lane);

/* Lists *n newly completed messages in lanes->completed. wait: waits for at
 * least one if any is posted. */
int ms_lanes_ask(struct ms_lanes *lanes, bool wait, int *n);

/* Cancels all messages that are posted and incomplete. */
void ms_lanes_drop(struct ms_lanes *lanes);

#endif /* MSGSCHED_LANE_H */
