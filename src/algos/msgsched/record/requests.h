/* requests.h: what the handles of requests and of probed messages stand for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_REQUESTS_H
#define RECORD_REQUESTS_H

#include <stddef.h>

#include "comms.h"

/* What a request does. Neither a send nor a receive: both partners are
 * MPI_PROC_NULL. */
struct operation {
    bool send, receive;
    bool persistent;
    bool active;       /* may be waited for */
    struct comm *comm; /* held; may be NULL */
    int dest, tag;     /* of the send; dest in comm */
    int64_t bytes;
};

struct requests {
    struct request {
        uint64_t handle;
        struct operation op;
        /* items are counted from 1; 0: none */
        uint32_t next; /* of the chain, or of the unused ones */
        bool there;    /* in its chain */
    } * items;
    size_t n, max;
    uint32_t *chains; /* first item of each */
    size_t nchains;   /* a power of two, or 0 */
    uint32_t unused;
};

/*
 * MPI libraries give the same handle to many requests that are complete at
 * once, so a handle may be there more than once: any of them is found. MPI also
 * gives the handle of a request that it has freed to a new one, at once and in
 * any thread: what may be freed by a call is taken before it, and put back if
 * it was not. It keeps its number meanwhile.
 */
bool requests_add(struct requests *r, uint64_t handle,
                  const struct operation *op);
/* The item's number. 0: none of ours. */
uint32_t requests_find(const struct requests *r, uint64_t handle);
uint32_t requests_take(struct requests *r, uint64_t handle);
void requests_put(struct requests *r, uint32_t item);
/* One that was taken goes for good. */
void requests_drop(struct requests *r, uint32_t item);
void requests_free(struct requests *r);

/* Valid until something is added. */
static inline struct operation *requests_op(struct requests *r, uint32_t item)
{
    return &r->items[item - 1].op;
}

#endif /* RECORD_REQUESTS_H */
