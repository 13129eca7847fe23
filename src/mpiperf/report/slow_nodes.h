/* slow_nodes.h: names the nodes that make an operation slow. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SLOW_NODES_H
#define MPIPERF_SLOW_NODES_H

#include "machine/runinfo.h"
#include "measure/probe.h"

/* Returns a sentence that names the slow nodes, malloced: "node3 is slow: the
 * operation takes 5.1 times as long on pairs of nodes with it as on others (12
 * of 12 pairs)"; NULL if none stands out. */
char *slow_nodes_text(const struct runinfo *ri, const struct probe *p);

#endif /* MPIPERF_SLOW_NODES_H */
