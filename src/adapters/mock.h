/* mock.h: mock-ups: collectives made of other collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_MOCK_H
#define ADAPTERS_MOCK_H

#include "ops/op.h"

/* How counts and displacements divide elements among the ranks. */
enum division {
    DIVIDE_NOT,
    DIVIDE_EQUAL, /* a block of the call for each rank */
    DIVIDE_CUT,   /* a block of the call, cut into one part for each rank */
    DIVIDE_ROOT,  /* the root has a block of the call, others have none */
};

/* The state of a mock-up: its memory beside the buffers of the call. */
struct mock {
    unsigned char *whole, *part; /* zero at first */
    int *counts, *displs;
    int root;      /* DIVIDE_ROOT: the rank whose count is not zero */
    size_t extent; /* of an element */
    size_t bytes;  /* of all this memory on this rank */
};

/* The calls (mock_calls.c); the state is a struct mock. */
#define MOCK(op, name, call, ...) op_run_fn call;
#include "adapters/mock.def"
#undef MOCK

#endif /* ADAPTERS_MOCK_H */
