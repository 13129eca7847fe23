/* number.h: numbers as people write them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_NUMBER_H
#define SHMBCAST_NUMBER_H

#include <stddef.h>

/* Digits and an optional suffix Ki, Mi or Gi; 0 or -EINVAL. */
int sb_size_parse(const char *text, size_t *value);
int sb_int_parse(const char *text, int *value);

#endif /* SHMBCAST_NUMBER_H */
