/* requests.h: what the handles of requests and of probed messages stand for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_REQUESTS_H
#define RECORD_REQUESTS_H

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
        uint32_t next; /* of the bucket, or of the free ones; + 1; 0: none */
    } *items;
    size_t n, max;
    uint32_t *buckets;
    size_t nbuckets; /* a power of two, or 0 */
    uint32_t unused;
};

/*
 * MPI libraries give the same handle to many requests that are complete at once,
 * so a handle may be there more than once. Which of these is found does not
 * matter: all are sends, or nothing.
 */
bool requests_add(struct requests *r, uint64_t handle,
                  const struct operation *op);
/* NULL: none of ours. Valid until something is added. */
struct operation *requests_find(struct requests *r, uint64_t handle);
void requests_remove(struct requests *r, uint64_t handle);
void requests_free(struct requests *r);

#endif /* RECORD_REQUESTS_H */
