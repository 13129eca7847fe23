/* transport.h: finds the components of the MPI library that carry messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_TRANSPORT_H
#define MACHINE_TRANSPORT_H

#include "machine/placement.h"

/*
 * Makes Open MPI report which components it chooses, and starts a thread that
 * reads these reports. The thread copies other messages of Open MPI to stderr.
 * Call this before MPI_Init. Returns NULL with other MPI libraries, without a
 * launcher, or if the user has configured the reports of Open MPI.
 */
struct listener *listener_open(void);
/* Ends the thread. Call this after MPI_Finalize; l may be NULL. */
void listener_close(struct listener *l);

/*
 * If there are several ranks, sets ri->transport on rank 0 to the components
 * that the MPI library reports for pairs of ranks that have exchanged messages.
 * Collective; l is the listener of this process, or NULL. Returns an MPI error
 * code.
 */
int transport_find(struct runinfo *ri, const struct placement *p,
                   struct listener *l);

/* ---- parts of transport_find(), for tests -------------------------------- */

/* The component that Open MPI chose for messages to a rank. */
struct route {
    int peer; /* rank in MPI_COMM_WORLD; -1 if the report is not understood */
    int component; /* index in btl_names[] */
};

/* The BTLs of Open MPI 4 and 5; NULL-terminated. */
extern const char *const btl_names[];

/* Parses a report such as "[n1:42] mca: bml: Using vader btl for send to
 * [[8,1],3] on node n2". Returns false if the line is not a report. Pure. */
bool route_parse(const char *line, struct route *r);

/* If the variable is `framework`, a name and `suffix`, such as
 * "smsc_cma_priority", sets the name and returns true. Pure. */
bool component_parse(char name[64], const char *variable, const char *framework,
                     const char *suffix);

/* Returns the members `device` and `between_nodes` of ri->transport, as far as
 * the version string of an MPI library (MPICH) has them. Pure. */
json_t *transport_mpich(const char *library);

#endif /* MACHINE_TRANSPORT_H */
