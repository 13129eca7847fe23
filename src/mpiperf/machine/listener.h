/* listener.h: reads Open MPI's reports of the components that it chooses. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LISTENER_H
#define MPIPERF_LISTENER_H

#include <stdbool.h>
#include <stddef.h>

struct listener;

/* The component (BTL) that Open MPI chose for messages to a rank. */
struct route {
    int peer; /* rank in MPI_COMM_WORLD; -1: the report is not understood */
    int component; /* index in btl_names[] */
};

/* The BTLs of Open MPI 4 and 5; NULL-terminated. */
extern const char *const btl_names[];

/* True if the MPI library of this version string is Open MPI. */
bool is_openmpi(const char *library);

/*
 * Makes Open MPI report its choices, and starts a thread that reads them. The
 * thread passes other messages of Open MPI on to standard error. Call it before
 * MPI_Init. Returns NULL if the MPI library is another one, if there is no
 * launcher, or if the user has set how Open MPI reports.
 */
struct listener *listener_open(void);

/* Returns the routes, *n, to the peers that this process has sent messages to.
 * They belong to the listener. Call it once, after MPI_Init. */
const struct route *listener_routes(struct listener *l, size_t *n);

/* Ends the thread. Call it after MPI_Finalize; l may be NULL. */
void listener_close(struct listener *l);

/* Parses a report such as "[n1:42] mca: bml: Using vader btl for send to
 * [[8,1],3] on node n2". False: the line is not a report. Pure. */
bool route_parse(const char *line, struct route *r);

#endif /* MPIPERF_LISTENER_H */
