/* mock.h: mock-ups: collectives built from other collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_MOCK_H
#define ADAPTERS_MOCK_H

#include "ops/op.h"

/* All mock-ups, for registry_add(); NULL-terminated. */
extern const struct algo *const mock_algos[];

/* How counts and displacements divide elements between ranks. */
enum division {
    DIVIDE_NOT,
    DIVIDE_EQUAL, /* each rank has one block of the call */
    DIVIDE_CUT,   /* a block of the call is cut into a part for each rank */
    DIVIDE_ROOT,  /* the root has a block of the call, other ranks nothing */
};

/* State of a mock-up: its memory in addition to the buffers of the call. */
struct mock {
    unsigned char *whole, *part; /* all 0 at first */
    int *counts, *displs;
    int root;      /* DIVIDE_ROOT: the rank that has the block */
    size_t extent; /* bytes of an element */
    size_t bytes;  /* total size of this memory on this rank */
};

/* The mock-ups' functions (calls.c); their state is a struct mock. */
#define MOCK(op, name, call, ...) op_run_fn call;
#include "adapters/mock/mock.def"
#undef MOCK

#endif /* ADAPTERS_MOCK_H */
