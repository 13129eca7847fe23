/* adapters.c: the table of adapters. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/adapters.h"

#define ADDRESS(name) &algo_##name,
const struct algo *const adapter_algos[] = {ADAPTERS(ADDRESS) NULL};
