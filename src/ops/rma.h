/* rma.h: parameters of one-sided operations. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_RMA_H
#define OPS_RMA_H

#include "ops/pairs.h"

/* --param rma.window: how the window comes about. */
enum rma_window { RMA_CREATE, RMA_ALLOCATE, RMA_DYNAMIC };

struct rma_params {
    struct pair_params pair;
    int window; /* enum rma_window */
};

#endif /* OPS_RMA_H */
