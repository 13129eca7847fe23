/* transport.h: the field `transport` of a `run` record as text. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TRANSPORT_H
#define RECORD_TRANSPORT_H

#include <jansson.h>

/* Returns "pml ob1; within a node vader (single copy cma); between nodes tcp"
 * for the field `transport` of a `run` record, malloced; NULL: no rank sends
 * messages to another. */
char *transport_text(const json_t *transport, long ranks, long nodes);

#endif /* RECORD_TRANSPORT_H */
