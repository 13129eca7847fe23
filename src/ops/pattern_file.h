/* pattern_file.h: reads files that describe a set of messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PATTERN_FILE_H
#define OPS_PATTERN_FILE_H

#include <stdint.h>
#include <stdio.h>
#include "algos/msgsched/record/pattern_format.h"

/* Returns 0, or -1 with a malloced *cause "FILE:LINE: what", where FILE is
 * `name`. */
int pattern_read(FILE *f, const char *name, struct pattern *p, char **cause);
void pattern_free(struct pattern *p);

/* Hash of ranks, nodes and messages in order, without `repeat`. Never 0. */
uint64_t pattern_digest(const struct pattern *p);

#endif /* OPS_PATTERN_FILE_H */
