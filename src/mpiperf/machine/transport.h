/* transport.h: finds the components of the MPI library that carry messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TRANSPORT_H
#define MPIPERF_TRANSPORT_H

#include "mpiperf/machine/listener.h"
#include "mpiperf/machine/placement.h"
#include "mpiperf/machine/runinfo.h"

/*
 * If there are several ranks, sets ri->transport on rank 0 to the components
 * that the MPI library reports, for the pairs of ranks that have exchanged
 * messages before. Collective; l: the listener of this process, or NULL.
 * Returns an MPI error code.
 */
int transport_find(struct runinfo *ri, const struct placement *p,
                   struct listener *l);

/* Returns the members `device` and `between_nodes` of ri->transport that the
 * version string of an MPI library names: those of MPICH. Pure. */
json_t *transport_mpich(const char *library);

#endif /* MPIPERF_TRANSPORT_H */
