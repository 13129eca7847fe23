/* message.c: sends and applies the four kinds of messages between ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The tag of a message contains the number of its array and its kind: a diff or
 * a list of pages (round 1, to the home rank), or an update (round 2, to a
 * reader). Its body is runs or ranges (runs.h). Messages are applied in order
 * of ascending rank, so that every run of a program computes the same values.
 *
 * microshmem transports them. Two ranks become neighbours by their first
 * message; from then on an exchange is one MPI message to each neighbour. So a
 * rank's messages and bytes do not grow with the number of ranks. The paper's
 * library uses puts over two networks, and microshmem (section on
 * implementation). doc/refnuma.md says why no variant uses MPI-3 windows.
 */
#include <errno.h>
#include <string.h>

#include "algos/microshmem/microshmem.h"
#include "array.h"

enum { FRAME = 16 }; /* bytes of the header that microshmem adds to a message */

/* Returns a + b or a - b. Integers wrap. */
static uint64_t combined(enum rn_type type, uint64_t a, uint64_t b, bool minus)
{
    double x, y;

    if (type != RN_DOUBLE)
        return minus ? a - b : a + b;
    memcpy(&x, &a, sizeof(x));
    memcpy(&y, &b, sizeof(y));
    x = minus ? x - y : x + y;
    memcpy(&a, &x, sizeof(a));
    return a;
}

/* rn_run_fn: replaces the words of an outgoing message by their differences
 * from the twins. They are in a buffer of this rank, so casting const away is
 * safe. */
static int subtract(void *arg, uint64_t first, uint64_t count,
                    const uint64_t *words)
{
    const struct refnuma_array *a = arg;
    uint64_t *own = (uint64_t *)words;
    const uint64_t *twin = rn_twin(a) + first;

    for (uint64_t i = 0; i < count; i++)
        own[i] = combined(a->type, own[i], twin[i], true);
    return 0;
}

void rn_send(struct refnuma_array *a, int rank, enum rn_message_kind kind,
             const struct rn_extents *runs)
{
    struct refnuma *c = a->context;
    bool words = kind == RN_DIFF || kind == RN_UPDATE;
    size_t bytes = rn_runs_bytes(runs, words);
    void *message = rn_grow(c->message, &c->message_room, bytes, 1);

    if (message == NULL) {
        rn_note_error(c, -ENOMEM);
        return;
    }
    c->message = message;
    rn_runs_encode(runs, words ? rn_alias(a) : NULL, message);
    if (a->add && kind == RN_DIFF)
        rn_runs_decode(message, bytes, a->words, true, subtract, a);
    if (microshmem_post(c->tags, a->number << RN_KIND_BITS | kind, message,
                        bytes, rank) != 0)
        rn_note_error(c, -ENOMEM);
    a->count.bytes += (int64_t)(FRAME + bytes);
    a->count.runs += words ? (int64_t)runs->n : 0;
    a->count.elements += words ? (int64_t)runs->total : 0;
}

/* rn_run_fn of round 1, at the owner: stores or adds a rank's words. The
 * owner's own writes are already in the mirror. */
static int store(void *arg, uint64_t first, uint64_t count,
                 const uint64_t *words)
{
    struct refnuma_array *a = arg;
    uint64_t *to = rn_alias(a) + first;
    int rc = 0;

    if (a->add)
        for (uint64_t i = 0; i < count; i++)
            to[i] = combined(a->type, to[i], words[i], false);
    else
        memcpy(to, words, count * RN_WORD);
    if (a->context->options.check)
        rc = rn_writes_add(&a->writes, a->from, first, first + count);
    return rc != 0 ? rc : rn_extents_append(&a->written, first, first + count);
}

/* rn_run_fn of round 2, at a reader: stores words in mirror and twin. */
static int update(void *arg, uint64_t first, uint64_t count,
                  const uint64_t *words)
{
    struct refnuma_array *a = arg;

    memcpy(rn_alias(a) + first, words, count * RN_WORD);
    memcpy(rn_twin(a) + first, words, count * RN_WORD);
    return 0;
}

static int collect(void *pages, uint64_t first, uint64_t count,
                   const uint64_t *words)
{
    (void)words;
    return rn_extents_append(pages, first, first + count);
}

/* Applies a message listing own pages that a rank touched or unsubscribed. */
static int subscription(struct refnuma_array *a, int from,
                        enum rn_message_kind kind, const void *data,
                        size_t bytes)
{
    struct rn_peer *reader = rn_peers_get(&a->readers, from);
    int rc;

    if (reader == NULL)
        return -ENOMEM;
    rn_extents_clear(&a->piece);
    rc =
        rn_runs_decode(data, bytes, a->layout.pages, false, collect, &a->piece);
    if (rc != 0)
        return rc;
    if (kind == RN_TOUCHED)
        return rn_extents_add(&reader->fresh, &a->piece);
    a->unshared = true;
    rc = rn_extents_remove(&reader->fresh, &a->piece);
    return rc != 0 ? rc : rn_extents_remove(&reader->pages, &a->piece);
}

static int take(struct refnuma_array *a, int from, enum rn_message_kind kind,
                const void *data, size_t bytes)
{
    a->from = from;
    switch (kind) {
    case RN_DIFF:
        return rn_runs_decode(data, bytes, a->words, true, store, a);
    case RN_UPDATE:
        return rn_runs_decode(data, bytes, a->words, true, update, a);
    case RN_TOUCHED:
    case RN_DROPPED:
        return subscription(a, from, kind, data, bytes);
    }
    return -EPROTO;
}

/* Called by microshmem: applies a message of either round. */
static void receive(void *context, int from, size_t tag, const void *data,
                    size_t bytes)
{
    struct refnuma *c = context;
    size_t number = tag >> RN_KIND_BITS;
    enum rn_message_kind kind = tag & ((1U << RN_KIND_BITS) - 1);
    int rc = -EPROTO;

    if (number < c->narrays && c->arrays[number] != NULL)
        rc = take(c->arrays[number], from, kind, data, bytes);
    rn_note_error(c, rc);
}

void rn_messages_open(struct refnuma *c)
{
    struct microshmem *before = microshmem_select(NULL);

    microshmem_init_comm(c->comm);
    c->tags = microshmem_malloc(1);
    microshmem_watch(c->tags, receive, c);
    c->world = microshmem_select(before);
}

void rn_messages_close(struct refnuma *c)
{
    struct microshmem *before;

    if (c->world == NULL)
        return;
    before = microshmem_select(c->world);
    microshmem_finalize();
    microshmem_select(before);
}

void rn_messages_info(const struct refnuma *c, struct refnuma_info *info)
{
    struct microshmem *before = microshmem_select(c->world);
    struct microshmem_info sent;

    microshmem_info(&sent);
    microshmem_select(before);
    info->neighbours = sent.neighbours;
    info->messages = sent.messages;
}
