/* p2p_bsend.h: the memory that buffered sends copy their message to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_P2P_BSEND_H
#define OPS_P2P_BSEND_H

#include "ops/op.h"

/* Of a struct lifecycle: the origin attaches memory for one message, empties it
 * after each launch, and detaches it. */
int bsend_open(void **state, struct op_args *a, char **cause);
int bsend_after(void *state, const struct op_args *a);
void bsend_close(void *state, struct op_args *a);

#endif /* OPS_P2P_BSEND_H */
