/* adapters.c: the table of the adapters. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/adapters.h"

const struct algo *const adapter_algos[] = {
    &algo_shmbcast,
    &algo_shmbcast_auto,
    NULL,
};
