/* exchange.c: barriers, and the exchange of queued puts in them. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Puts to a PE are queued in its outbox as frames: two words (block and offset,
 * bytes) and the data, padded to words. Two PEs are neighbours once one has put
 * to the other. In an exchange each PE sends one message to each neighbour and
 * receives one from each. So a barrier costs one reduction of a long and, if
 * any PE has put anything, a message to each neighbour. New neighbours are
 * announced in the next barrier, which then needs a reduction of an int for
 * each PE. In a barrier after malloc or free, a reduction of two longs checks
 * that all PEs made the same calls. Only MPI-1 functions are used.
 *
 * Their counts are ints, so a longer message is sent in parts of PART words;
 * the first shorter part is the last one.
 */
#include "world.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef MICROSHMEM_PART
#define PART MICROSHMEM_PART
#else
#define PART INT_MAX
#endif

static void need_requests(struct microshmem *w, size_t n)
{
    if (n <= w->request_room)
        return;
    w->requests = ms_need(w, realloc(w->requests, n * sizeof(MPI_Request)));
    w->request_room = n;
}

int ms_buffer_need(struct buffer *b, size_t words)
{
    uint64_t *more;

    if (words <= b->room)
        return 0;
    more = realloc(b->words, words * WORD);
    if (more == NULL)
        return -1;
    b->words = more;
    b->room = words;
    return 0;
}

/* Frees a buffer if many successive exchanges used only a little of it. */
static void buffer_spare(struct buffer *b, size_t words)
{
    int spare = b->room > KEPT && words <= b->room / 4;

    b->spared = spare ? b->spared + 1 : 0;
    if (b->spared < SPARED)
        return;
    free(b->words);
    *b = (struct buffer){NULL, 0, 0};
}

/* ---- neighbours ---------------------------------------------------------- */

struct link *ms_link_make(struct microshmem *w, int pe)
{
    struct link *l = ms_need(w, calloc(1, sizeof(*l)));
    int i = w->nlinks;

    need_requests(w, (size_t)w->nlinks + 1);
    for (; i > 0 && w->links[i - 1]->pe > pe; i--)
        w->links[i] = w->links[i - 1];
    l->pe = pe;
    w->links[i] = w->of[pe] = l;
    w->nlinks++;
    if (pe != w->me) {
        w->info.neighbours++;
        w->flags |= ANY_NEW;
    }
    return l;
}

/* Announces new neighbours: sends an empty message to each PE that this one has
 * put to for the first time, and receives such messages from other PEs. */
static void meet(struct microshmem *w)
{
    int *mine = ms_need(w, malloc(2 * (size_t)w->npes * sizeof(int)));
    int *ones = mine + w->npes, count, n = 0;
    MPI_Status status;

    for (int pe = 0; pe < w->npes; pe++) {
        mine[pe] = w->of[pe] != NULL && !w->of[pe]->known && pe != w->me;
        ones[pe] = 1;
    }
    /* with counts of 1, each PE gets the number of PEs that announce to it */
    ms_check(w,
             MPI_Reduce_scatter(mine, &count, ones, MPI_INT, MPI_SUM, w->comm));
    for (int pe = 0; pe < w->npes; pe++)
        if (mine[pe])
            ms_check(w, MPI_Isend(mine, 0, MPI_INT, pe, TAG_HELLO, w->comm,
                                  &w->requests[n++]));
    for (; count > 0; count--) {
        ms_check(w, MPI_Recv(ones, 0, MPI_INT, MPI_ANY_SOURCE, TAG_HELLO,
                             w->comm, &status));
        if (w->of[status.MPI_SOURCE] == NULL)
            ms_link_make(w, status.MPI_SOURCE);
    }
    for (int i = 0; i < n; i++)
        ms_check(w, MPI_Wait(&w->requests[i], &status));
    for (int i = 0; i < w->nlinks; i++)
        w->links[i]->known = 1;
    w->flags &= ~ANY_NEW;
    free(mine);
}

/* ---- delivery ------------------------------------------------------------ */

static void deliver(struct microshmem *w, int pe, const uint64_t *m, size_t n)
{
    for (size_t at = 0; at < n;) {
        size_t number = (size_t)(m[at] >> OFFSET_BITS);
        size_t offset = (size_t)(m[at] & (((uint64_t)1 << OFFSET_BITS) - 1));
        size_t bytes = (size_t)m[at + 1];
        const uint64_t *data = m + at + FRAME;
        const struct block *b = &w->blocks[number];

        if (number >= w->nblocks || b->memory == NULL)
            ms_die(w, "received a put to memory that this PE does not have");
        at += FRAME + (bytes + WORD - 1) / WORD;
        if (b->deliver != NULL)
            b->deliver(b->arg, pe, offset, data, bytes);
        else if (bytes > b->bytes || offset > b->bytes - bytes)
            ms_die(w, "received a put to memory that is shorter on this PE");
        else
            memcpy(b->memory + offset, data, bytes);
    }
}

static void link_clear(struct link *l)
{
    buffer_spare(&l->out, l->used);
    l->used = 0;
}

static size_t link_parts(const struct link *l)
{
    return l->used / PART + 1;
}

static void link_send(struct microshmem *w, struct link *l,
                      MPI_Request *requests)
{
    for (size_t i = 0, at = 0; i < link_parts(l); i++, at += PART) {
        int n = l->used - at < PART ? (int)(l->used - at) : PART;

        ms_check(w, MPI_Isend(l->out.words + at, n, MPI_DOUBLE, l->pe, TAG_PUTS,
                              w->comm, &requests[i]));
        w->info.messages++;
    }
    w->info.bytes += (int64_t)l->used * WORD;
}

static void link_receive(struct microshmem *w, struct link *l)
{
    size_t got = 0;
    MPI_Status status;
    int n;

    do {
        ms_check(w, MPI_Probe(l->pe, TAG_PUTS, w->comm, &status));
        ms_check(w, MPI_Get_count(&status, MPI_DOUBLE, &n));
        if (ms_buffer_need(&w->inbox, got + (size_t)n) != 0)
            ms_die(w, ms_no_memory);
        ms_check(w, MPI_Recv(w->inbox.words + got, n, MPI_DOUBLE, l->pe,
                             TAG_PUTS, w->comm, &status));
        got += (size_t)n;
    } while (n == PART);
    w->received = got > w->received ? got : w->received;
    deliver(w, l->pe, w->inbox.words, got);
}

static void exchange(struct microshmem *w)
{
    size_t n = 0, sent = 0;
    MPI_Status status;

    for (int i = 0; i < w->nlinks; i++)
        n += link_parts(w->links[i]);
    need_requests(w, n);
    w->received = 0;
    for (int i = 0; i < w->nlinks; i++)
        if (w->links[i]->pe != w->me) {
            link_send(w, w->links[i], &w->requests[sent]);
            sent += link_parts(w->links[i]);
        }
    for (int i = 0; i < w->nlinks; i++)
        if (w->links[i]->pe == w->me)
            deliver(w, w->me, w->links[i]->out.words, w->links[i]->used);
        else
            link_receive(w, w->links[i]);
    for (size_t i = 0; i < sent; i++)
        ms_check(w, MPI_Wait(&w->requests[i], &status));
    for (int i = 0; i < w->nlinks; i++)
        link_clear(w->links[i]);
    buffer_spare(&w->inbox, w->received);
    w->flags &= ~ANY_PUT;
}

/* Compares the hashes of all PEs' calls by an OR of the hashes and an OR of
 * their complements. A bit set in both differs between two PEs. */
static void calls_compare(struct microshmem *w)
{
    unsigned long mine[2], all[2];

    mine[0] = w->calls;
    mine[1] = ~w->calls;
    ms_check(w,
             MPI_Allreduce(mine, all, 2, MPI_UNSIGNED_LONG, MPI_BOR, w->comm));
    if ((all[0] & all[1]) != 0)
        ms_die(w, "malloc and free: PEs made different calls or passed "
                  "different sizes");
    w->flags &= ~ANY_OTHER;
}

long microshmem_barrier_all_or(long bits)
{
    struct microshmem *w = ms_world();
    struct link *own = w->of[w->me];
    long mine = bits | w->flags, all;

    if (bits < 0 || bits >= ANY_NEW)
        ms_die(w, "barrier_all_or: bits out of range");
    ms_check(w, MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_BOR, w->comm));
    if ((all & ANY_OTHER) != 0)
        calls_compare(w);
    if ((all & ANY_NEW) != 0)
        meet(w);
    if ((all & ANY_PUT) != 0) {
        exchange(w);
    } else {
        deliver(w, w->me, own->out.words, own->used);
        link_clear(own);
    }
    return all & ~(ANY_PUT | ANY_NEW | ANY_OTHER);
}

void microshmem_barrier_all(void)
{
    microshmem_barrier_all_or(0);
}

void microshmem_exchange(void)
{
    struct microshmem *w = ms_world();

    if ((w->flags & ANY_NEW) != 0)
        ms_die(w, "exchange: a put to a PE that is not a neighbour yet");
    exchange(w);
}
