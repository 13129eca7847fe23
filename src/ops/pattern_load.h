/* pattern_load.h: the messages of a rank out of a file that rank 0 reads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PATTERN_LOAD_H
#define OPS_PATTERN_LOAD_H

#include "ops/op.h"

/*
 * Both are collective; other ranks need not see the file. They return 0 or, on
 * all ranks, an MPI error code, with *cause malloced on rank 0 at least.
 */

/* The messages of a->rank, and where ranks are. No rank keeps those of others.
 * An error too where the file is for another number of ranks, or is not the one
 * that a->digest is of. */
int pattern_load(const char *file, const struct op_args *a, struct edges *e,
                 char **cause);
/* Of all messages. */
int pattern_load_content(const char *file, MPI_Comm comm,
                         struct op_content *content, char **cause);

#endif /* OPS_PATTERN_LOAD_H */
