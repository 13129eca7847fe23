/* transport.h: finds the components of the MPI library that carry messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TRANSPORT_H
#define MPIPERF_TRANSPORT_H

#include "mpiperf/machine/placement.h"

/*
 * Makes Open MPI report its choices of components, and starts a thread that
 * reads them. The thread passes other messages of Open MPI on to standard
 * error. Call it before MPI_Init. Returns NULL if the MPI library is another
 * one, if there is no launcher, or if the user has set how Open MPI reports.
 */
struct listener *listener_open(void);
/* Ends the thread. Call it after MPI_Finalize; l may be NULL. */
void listener_close(struct listener *l);

/*
 * If there are several ranks, sets ri->transport on rank 0 to the components
 * that the MPI library reports, for the pairs of ranks that have exchanged
 * messages before. Collective; l: the listener of this process, or NULL.
 * Returns an MPI error code.
 */
int transport_find(struct runinfo *ri, const struct placement *p,
                   struct listener *l);

/* ---- parts of transport_find(), for tests -------------------------------- */

/* The component that Open MPI chose for messages to a rank. */
struct route {
    int peer; /* rank in MPI_COMM_WORLD; -1: the report is not understood */
    int component; /* index in btl_names[] */
};

/* The BTLs of Open MPI 4 and 5; NULL-terminated. */
extern const char *const btl_names[];

/* Parses a report such as "[n1:42] mca: bml: Using vader btl for send to
 * [[8,1],3] on node n2". False: the line is not a report. Pure. */
bool route_parse(const char *line, struct route *r);

/* Sets the name if the variable is FRAMEWORK NAME SUFFIX, such as
 * "smsc_cma_priority", and returns true then. Pure. */
bool component_parse(char name[64], const char *variable, const char *framework,
                     const char *suffix);

/* Returns the members `device` and `between_nodes` of ri->transport that the
 * version string of an MPI library names: those of MPICH. Pure. */
json_t *transport_mpich(const char *library);

#endif /* MPIPERF_TRANSPORT_H */
