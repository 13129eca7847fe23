/* pattern_world.h: the messages of all ranks by a pattern, without MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TEST_PATTERN_WORLD_H
#define OPS_TEST_PATTERN_WORLD_H

#include "ops/pattern.h"

enum { PATTERN_WORLD_MOST = 64 };

struct pattern_world {
    int size;
    struct op_args a[PATTERN_WORLD_MOST];
};

/* What --pattern=TEXT comes to. Whoever calls these is a test, and fails if
 * they do. */
struct pattern_params pattern_parsed(const char *text);
/* The edges of all ranks. */
struct pattern_world pattern_world_open(const char *text, int size,
                                        MPI_Count count, size_t type_size);
void pattern_world_close(struct pattern_world *w);

#endif /* OPS_TEST_PATTERN_WORLD_H */
