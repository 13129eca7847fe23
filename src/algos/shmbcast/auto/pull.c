/* pull.c: root and readers copy chunks of the root's buffer to the readers'
 * buffers. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * The root publishes the location of its buffer. Each reader publishes the
 * location of its own buffer, and a counter of its open chunks. The rank that
 * decrements the counter copies that chunk: a reader by reading; the root,
 * which visits all unfinished readers, by writing. So for two ranks two cores
 * copy, not one as in libraries where only readers copy. The root returns when
 * all ranks have finished reading its buffer.
 *
 * The counter also contains bits of the operation's number, so that a root
 * cannot take chunks of an operation that the reader has left. A reader whose
 * buffer has gaps copies alone, in order, and unpacks. If the root cannot write
 * to a reader, that reader starts again alone.
 *
 * Cost: 2 L + n / 2B + a system call per chunk between two ranks, with latency
 * L and full bandwidth B for both; with p ranks (p - 1) n / p B.
 */
#include "transfer.h"

#include <errno.h>
#include <stdlib.h>

struct pull_head {
    uint64_t nbytes, chunk;
    uint64_t past; /* 1: use non-temporal stores */
    struct sb_address address;
};
_Static_assert(sizeof(struct pull_head) <= sizeof(((struct sb_slot *)0)->line),
               "fits");

enum { CHUNK_MIN = 16 << 10, CHUNK_MAX = 1 << 20 };

/* Bits of the counter for open chunks. The higher bits hold the low bits of the
 * operation's number, enough for the SB_NSLOTS operations that may overlap. */
enum { OPEN_BITS = 40 };

static uint64_t none_open(uint64_t op)
{
    return op << OPEN_BITS;
}

static uint64_t chunks_of(uint64_t nbytes, uint64_t chunk)
{
    return (nbytes + chunk - 1) / chunk;
}

static size_t pages(size_t n)
{
    return (n + SB_PAGE - 1) / SB_PAGE * SB_PAGE;
}

/* Returns the bytes of a chunk. Few chunks save system calls. There are as many
 * chunks as ranks: if all copy at the same speed, the root then copies one
 * chunk for each reader, who copies the others. [fine]: half the size. */
static size_t chunk_for(size_t nbytes, int nranks, bool fine)
{
    size_t n = pages(nbytes / (size_t)nranks);

    n = n < CHUNK_MIN ? CHUNK_MIN : n > CHUNK_MAX ? CHUNK_MAX : n;
    return fine ? pages(n / 2) : n;
}

bool sb_pull_fine(size_t nbytes, int nranks)
{
    size_t chunk = chunk_for(nbytes, nranks, true);

    return chunk < nbytes && chunk < chunk_for(nbytes, nranks, false);
}

/* Takes one of the open chunks of [want]. Returns false if none is left. */
static bool take(struct sb_want *want, uint64_t op, uint64_t chunk,
                 size_t *offset, size_t *n)
{
    /* relaxed: the exchange below checks the value */
    uint64_t open = atomic_load_explicit(&want->open, memory_order_relaxed);
    uint64_t left;

    do {
        left = open - none_open(op);
        if (left == 0 || left >> OPEN_BITS != 0)
            return false;
        /* acquire: pairs with the store in want_publish() */
    } while (!atomic_compare_exchange_weak_explicit(
        &want->open, &open, open - 1, memory_order_acquire,
        memory_order_relaxed));
    *offset = (chunks_of(want->nbytes, chunk) - left) * chunk;
    *n = want->nbytes - *offset < chunk ? want->nbytes - *offset : chunk;
    return true;
}

/* Copies a chunk for [rank]. Returns false if that rank has no open chunk. */
static bool help(struct shmbcast_auto *h, int rank, char *from,
                 const struct pull_head *head)
{
    struct sb_want *want = &sb_area(h, rank)->want;
    size_t offset, n;

    if (!take(want, h->op, head->chunk, &offset, &n))
        return false;
    if (sb_address_copy(h, &want->address, rank, offset, from + offset, n, true,
                        head->past) != 0)
        /* relaxed: the increment below publishes it */
        atomic_store_explicit(&want->failed, h->op, memory_order_relaxed);
    /* release: comes after the copy; pairs with copy_with_help() */
    atomic_fetch_add_explicit(&want->helped, 1, memory_order_release);
    return true;
}

static bool through(const struct shmbcast_auto *h, int rank)
{
    /* pairs with the release store at the end of a call */
    return atomic_load_explicit(&sb_area(h, rank)->done,
                                memory_order_acquire) >= h->op;
}

int sb_pull_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 const struct sb_address *address, struct sb_cut cut)
{
    struct pull_head head = {.nbytes = nbytes,
                             .chunk = chunk_for(nbytes, h->size, cut.fine),
                             .past = cut.past,
                             .address = *address};
    struct sb_spin spin = {0};

    sb_slot_claim(h, SB_NSLOTS);
    sb_slot_announce(h, SB_CODE_PULL, &head, sizeof(head));
    for (int waiting = h->size - 1; waiting > 0;) {
        bool helped = false;

        waiting = 0;
        for (int i = 1; i < h->size; i++) {
            int rank = (h->rank + i) % h->size;

            if (!through(h, rank)) {
                waiting++;
                helped |= help(h, rank, st->at, &head);
            }
        }
        if (!helped && waiting > 0)
            sb_spin_pause(&spin, &h->waiter);
    }
    return MPI_SUCCESS;
}

/* Reader's side of a pull. */
struct pull {
    const struct pull_head *head;
    struct sb_reader *r;
    size_t nbytes; /* bytes of the message that fit in the user's buffer */
};

static void want_publish(struct shmbcast_auto *h, const struct pull *p,
                         const struct sb_address *address)
{
    struct sb_want *want = &h->mine->want;

    want->address = *address;
    want->nbytes = p->nbytes;
    /* relaxed: the store below publishes it */
    atomic_store_explicit(&want->helped, 0, memory_order_relaxed);
    /* release: the fields above are stored before; pairs with take() */
    atomic_store_explicit(
        &want->open, none_open(h->op) + chunks_of(p->nbytes, p->head->chunk),
        memory_order_release);
}

/* Copies the chunks in order: directly, or, for data with gaps, through a chunk
 * of memory. */
static void copy_alone(struct shmbcast_auto *h, const struct pull *p)
{
    struct sb_reader *r = p->r;
    size_t chunk = p->head->chunk;
    char *bounce = r->st->dense ? NULL : malloc(chunk);

    if (!r->st->dense && bounce == NULL)
        sb_reader_fail(r, MPI_ERR_NO_MEM);
    for (size_t at = 0; at < p->nbytes && r->rc == MPI_SUCCESS; at += chunk) {
        size_t n = p->nbytes - at < chunk ? p->nbytes - at : chunk;
        char *to = bounce != NULL ? bounce : r->st->at + at;

        if (sb_address_copy(h, &p->head->address, r->root, at, to, n, false,
                            bounce == NULL && p->head->past) != 0)
            sb_reader_fail(r, MPI_ERR_OTHER);
        else if (bounce != NULL)
            sb_reader_put(r, bounce, n);
    }
    free(bounce);
}

/* Copies the chunks that the root does not copy. Returns true if the root
 * failed to write a chunk that it had taken. */
static bool copy_with_help(struct shmbcast_auto *h, const struct pull *p)
{
    struct sb_want *want = &h->mine->want;
    size_t chunk = p->head->chunk, offset, n;
    uint64_t taken = 0;

    while (take(want, h->op, chunk, &offset, &n)) {
        if (sb_address_copy(h, &p->head->address, p->r->root, offset,
                            p->r->st->at + offset, n, false,
                            p->head->past) != 0)
            sb_reader_fail(p->r, MPI_ERR_OTHER);
        taken++;
    }
    /* pairs with the increments in help() */
    sb_wait_least(&want->helped, chunks_of(p->nbytes, chunk) - taken,
                  &h->waiter);
    /* relaxed: the wait above orders it */
    return atomic_load_explicit(&want->failed, memory_order_relaxed) == h->op;
}

void sb_pull_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot)
{
    struct pull_head head;
    struct pull p = {.head = &head, .r = r};
    struct sb_address address;
    bool helped;

    memcpy(&head, slot->line, sizeof(head));
    r->sent = head.nbytes;
    if (r->relays)
        sb_slot_announce(h, SB_CODE_PULL, &head, sizeof(head));
    p.nbytes = head.nbytes < r->left ? head.nbytes : r->left;
    address = sb_address_of(h, r->st->at, p.nbytes);
    /* the root can write to private memory only through the kernel */
    helped =
        r->st->dense && p.nbytes > 0 && (address.region != 0 || h->can_pull);
    if (helped)
        want_publish(h, &p, &address);
    if (!helped || copy_with_help(h, &p))
        copy_alone(h, &p);
    if (head.nbytes > p.nbytes)
        sb_reader_fail(r, MPI_ERR_TRUNCATE);
}
