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
        uint32_t next; /* of the bucket, or of the unused ones */
        uint32_t same; /* the next with this handle: not in the bucket */
        uint32_t last; /* of these, where this is the first */
        bool first;
    } * items;
    size_t n, max;
    uint32_t *buckets;
    size_t nbuckets; /* a power of two, or 0 */
    uint32_t unused;
};

/*
 * MPI libraries give the same handle to many requests that are complete at
 * once, so a handle may be there more than once. It may also be given to a new
 * request of one thread before another thread has said that the old one is
 * complete. The oldest is found.
 */
bool requests_add(struct requests *r, uint64_t handle,
                  const struct operation *op);
/* NULL: none of ours. Valid until something is added. */
struct operation *requests_find(struct requests *r, uint64_t handle);
void requests_remove(struct requests *r, uint64_t handle);
void requests_free(struct requests *r);

#endif /* RECORD_REQUESTS_H */
