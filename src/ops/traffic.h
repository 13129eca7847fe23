/* traffic.h: what a rank sends in one launch; shared by the descriptors. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TRAFFIC_H
#define OPS_TRAFFIC_H

#include "ops/op.h"

/* All that it sends along its edges; one block a rank; one block of each pair,
 * counted at its origin. */
struct traffic traffic_of_edges(const struct op_args *a);
struct traffic traffic_of_one(const struct op_args *a);
struct traffic traffic_of_origin(const struct op_args *a);

#endif /* OPS_TRAFFIC_H */
