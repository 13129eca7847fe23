/* microshmem.c: a small part of OpenSHMEM on MPI-1 messages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Puts to a PE wait in its outbox as frames: two words (block and offset,
 * bytes) and the data, padded to words. In an exchange each PE sends one
 * message to each of its neighbours, the PEs that either has ever put to the
 * other, and receives one from each. So a barrier costs one reduction of a
 * long, and then, only if any PE has put anything, a message a neighbour. PEs
 * that have become neighbours tell each other in the next barrier, which takes
 * a reduction of an int a PE more. A barrier behind malloc or free compares the
 * calls of all PEs by a reduction of two longs. Everything is MPI-1.
 *
 * MPI counts in int. A message longer than that comes in parts; one that has
 * fewer than PART words is the last.
 */
#include "microshmem.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L
#define PER_THREAD _Thread_local
#elif defined __GNUC__
#define PER_THREAD __thread
#else
#define PER_THREAD
#endif

#ifdef MICROSHMEM_PART
#define PART MICROSHMEM_PART
#else
#define PART INT_MAX
#endif

enum {
    WORD = 8, /* bytes; MPI moves words as MPI_DOUBLE, unchanged */
    FRAME = 2,
    OFFSET_BITS = 40,
    KEPT = 8192, /* words of a buffer that is always kept */
    SPARED = 16, /* exchanges that need less than a quarter of a larger one */
    TAG_HELLO = 1,
    TAG_PUTS
};

/* Bits of the barrier's reduction that callers do not have. */
#define ANY_PUT (LONG_MAX / 2 + 1)
#define ANY_NEW (LONG_MAX / 4 + 1)
#define ANY_OTHER LONG_MIN /* symmetric memory was made or freed */

/* Symmetric memory. It has the same number on all PEs. */
struct block {
    char *memory; /* NULL: the number is free */
    size_t bytes;
    microshmem_delivery *deliver; /* or NULL */
    void *arg;
};

/* A buffer of words. To get memory anew for each exchange would cost a page
 * fault for each of its pages. */
struct buffer {
    uint64_t *words;
    size_t room;
    int spared; /* exchanges in a row that needed much less */
};

/* A neighbour, or this PE itself. */
struct link {
    int pe, known; /* to the other side too */
    struct buffer out;
    size_t used;
    size_t last; /* frame */
};

struct microshmem {
    MPI_Comm comm;
    int me, npes, started_mpi;
    long flags;          /* of the next barrier */
    unsigned long calls; /* a sum of those of malloc and free */
    struct block *blocks;
    size_t nblocks;
    size_t *by_address; /* numbers of blocks in use */
    size_t nused;
    struct link **of;    /* each PE, or NULL */
    struct link **links; /* by ascending PE */
    MPI_Request *requests;
    size_t request_room;
    int nlinks;
    struct buffer inbox;
    size_t received; /* words, at most, of a neighbour in this exchange */
    struct microshmem_info info;
};

static PER_THREAD struct microshmem *current;

static void die(const struct microshmem *w, const char *what)
{
    int initialized;

    if (w != NULL)
        fprintf(stderr, "microshmem: PE %d: %s\n", w->me, what);
    else
        fprintf(stderr, "microshmem: %s\n", what);
    MPI_Initialized(&initialized);
    if (initialized)
        MPI_Abort(w != NULL ? w->comm : MPI_COMM_WORLD, 1);
    abort();
}

static struct microshmem *world(void)
{
    if (current == NULL)
        die(NULL, "there is no current world: microshmem_init() makes one");
    return current;
}

static void check(const struct microshmem *w, int rc)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    if (rc == MPI_SUCCESS)
        return;
    MPI_Error_string(rc, text, &length);
    die(w, text);
}

static const char no_memory[] =
    "out of memory: what is put waits in memory until the next barrier, on "
    "both PEs; put less between two barriers, or run fewer PEs on a host";

static void *need(const struct microshmem *w, void *memory)
{
    if (memory == NULL)
        die(w, no_memory);
    return memory;
}

static void need_requests(struct microshmem *w, size_t n)
{
    if (n <= w->request_room)
        return;
    w->requests = need(w, realloc(w->requests, n * sizeof(MPI_Request)));
    w->request_room = n;
}

/* Room for so many words; -1: no memory. */
static int buffer_need(struct buffer *b, size_t words)
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

/* After an exchange that needed so many words. */
static void buffer_spare(struct buffer *b, size_t words)
{
    int spare = b->room > KEPT && words <= b->room / 4;

    b->spared = spare ? b->spared + 1 : 0;
    if (b->spared < SPARED)
        return;
    free(b->words);
    *b = (struct buffer){NULL, 0, 0};
}

/* Neighbours. */

static struct link *link_make(struct microshmem *w, int pe)
{
    size_t n = (size_t)w->nlinks + 1;
    struct link *l = need(w, calloc(1, sizeof(*l)));
    int i = w->nlinks;

    w->links = need(w, realloc(w->links, n * sizeof(struct link *)));
    need_requests(w, n);
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

/* Those that this PE has put to for the first time get an empty message, and it
 * gets one from each that has put to it. */
static void meet(struct microshmem *w)
{
    int *mine = need(w, malloc(2 * (size_t)w->npes * sizeof(int)));
    int *ones = mine + w->npes, count, n = 0;
    MPI_Status status;

    for (int pe = 0; pe < w->npes; pe++) {
        mine[pe] = w->of[pe] != NULL && !w->of[pe]->known && pe != w->me;
        ones[pe] = 1;
    }
    /* All counts are 1, so that each PE gets the number of those that know it.
     */
    check(w, MPI_Reduce_scatter(mine, &count, ones, MPI_INT, MPI_SUM, w->comm));
    for (int pe = 0; pe < w->npes; pe++)
        if (mine[pe])
            check(w, MPI_Isend(mine, 0, MPI_INT, pe, TAG_HELLO, w->comm,
                               &w->requests[n++]));
    for (; count > 0; count--) {
        check(w, MPI_Recv(ones, 0, MPI_INT, MPI_ANY_SOURCE, TAG_HELLO, w->comm,
                          &status));
        if (w->of[status.MPI_SOURCE] == NULL)
            link_make(w, status.MPI_SOURCE);
    }
    for (int i = 0; i < n; i++)
        check(w, MPI_Wait(&w->requests[i], &status));
    for (int i = 0; i < w->nlinks; i++)
        w->links[i]->known = 1;
    w->flags &= ~ANY_NEW;
    free(mine);
}

/* Delivery. */

static void deliver(struct microshmem *w, int pe, const uint64_t *m, size_t n)
{
    for (size_t at = 0; at < n;) {
        size_t number = (size_t)(m[at] >> OFFSET_BITS);
        size_t offset = (size_t)(m[at] & (((uint64_t)1 << OFFSET_BITS) - 1));
        size_t bytes = (size_t)m[at + 1];
        const uint64_t *data = m + at + FRAME;
        const struct block *b = &w->blocks[number];

        if (number >= w->nblocks || b->memory == NULL)
            die(w, "a put came to memory that this PE does not have");
        at += FRAME + (bytes + WORD - 1) / WORD;
        if (b->deliver != NULL)
            b->deliver(b->arg, pe, offset, data, bytes);
        else if (bytes > b->bytes || offset > b->bytes - bytes)
            die(w, "a put came to memory that is shorter on this PE");
        else
            memcpy(b->memory + offset, data, bytes);
    }
}

static void link_deliver(struct microshmem *w, struct link *l)
{
    deliver(w, l->pe, l->out.words, l->used);
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

        check(w, MPI_Isend(l->out.words + at, n, MPI_DOUBLE, l->pe, TAG_PUTS,
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
        check(w, MPI_Probe(l->pe, TAG_PUTS, w->comm, &status));
        check(w, MPI_Get_count(&status, MPI_DOUBLE, &n));
        if (buffer_need(&w->inbox, got + (size_t)n) != 0)
            die(w, no_memory);
        check(w, MPI_Recv(w->inbox.words + got, n, MPI_DOUBLE, l->pe, TAG_PUTS,
                          w->comm, &status));
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
            link_deliver(w, w->links[i]);
        else
            link_receive(w, w->links[i]);
    for (size_t i = 0; i < sent; i++)
        check(w, MPI_Wait(&w->requests[i], &status));
    for (int i = 0; i < w->nlinks; i++)
        link_clear(w->links[i]);
    buffer_spare(&w->inbox, w->received);
    w->flags &= ~ANY_PUT;
}

/* Calls of malloc and free, which have to be the same on all PEs. */
static void call_note(struct microshmem *w, size_t what)
{
    w->calls = (w->calls ^ (unsigned long)what) * 16777619UL + 1;
    w->flags |= ANY_OTHER;
}

/* Bits that one sum has and another has not are in both of what comes. */
static void calls_compare(struct microshmem *w)
{
    unsigned long mine[2], all[2];

    mine[0] = w->calls;
    mine[1] = ~w->calls;
    check(w, MPI_Allreduce(mine, all, 2, MPI_UNSIGNED_LONG, MPI_BOR, w->comm));
    if ((all[0] & all[1]) != 0)
        die(w, "malloc and free: PEs differ in their calls or in sizes");
    w->flags &= ~ANY_OTHER;
}

long microshmem_barrier_all_or(long bits)
{
    struct microshmem *w = world();
    long mine = bits | w->flags, all;

    if (bits < 0 || bits >= ANY_NEW)
        die(w, "barrier_all_or: bits out of range");
    check(w, MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_BOR, w->comm));
    if ((all & ANY_OTHER) != 0)
        calls_compare(w);
    if ((all & ANY_NEW) != 0)
        meet(w);
    if ((all & ANY_PUT) != 0) {
        exchange(w);
    } else {
        link_deliver(w, w->of[w->me]);
        link_clear(w->of[w->me]);
    }
    return all & ~(ANY_PUT | ANY_NEW | ANY_OTHER);
}

void microshmem_barrier_all(void)
{
    microshmem_barrier_all_or(0);
}

void microshmem_exchange(void)
{
    struct microshmem *w = world();

    if ((w->flags & ANY_NEW) != 0)
        die(w, "exchange: a put to a PE that is no neighbour yet");
    exchange(w);
}

/* Symmetric memory. */

/* How many blocks begin at or below the address. */
static size_t blocks_below(const struct microshmem *w, const void *address)
{
    size_t low = 0, high = w->nused;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *memory = w->blocks[w->by_address[middle]].memory;

        if ((uintptr_t)memory <= (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Number of the block that the address is in; *offset: from its start. */
static size_t block_at(const struct microshmem *w, const void *address,
                       size_t *offset)
{
    size_t below = blocks_below(w, address), number;

    if (below == 0)
        die(w, "an address is not in symmetric memory");
    number = w->by_address[below - 1];
    *offset = (uintptr_t)address - (uintptr_t)w->blocks[number].memory;
    if (*offset >= w->blocks[number].bytes)
        die(w, "an address is not in symmetric memory");
    return number;
}

static struct block *block_of(const struct microshmem *w, const void *memory)
{
    size_t offset, number = block_at(w, memory, &offset);

    if (offset != 0)
        die(w, "an address is not the start of symmetric memory");
    return &w->blocks[number];
}

static size_t free_number(struct microshmem *w)
{
    size_t i = w->nused < w->nblocks ? 0 : w->nblocks;

    while (i < w->nblocks && w->blocks[i].memory != NULL)
        i++;
    if (i < w->nblocks)
        return i;
    if (i >> (64 - OFFSET_BITS) != 0)
        die(w, "too many pieces of symmetric memory");
    w->blocks = need(w, realloc(w->blocks, (i + 1) * sizeof(*w->blocks)));
    w->by_address =
        need(w, realloc(w->by_address, (i + 1) * sizeof(*w->by_address)));
    w->nblocks++;
    return i;
}

void *microshmem_malloc(size_t bytes)
{
    struct microshmem *w = world();
    size_t number, at;
    char *memory;

    call_note(w, bytes);
    if (bytes == 0)
        return NULL;
    if (bytes >> OFFSET_BITS != 0)
        die(w, "malloc: more than 2^40 bytes");
    memory = need(w, calloc(1, bytes));
    number = free_number(w);
    at = blocks_below(w, memory);
    memmove(&w->by_address[at + 1], &w->by_address[at],
            (w->nused++ - at) * sizeof(*w->by_address));
    w->by_address[at] = number;
    w->blocks[number] = (struct block){memory, bytes, NULL, NULL};
    return memory;
}

void microshmem_free(void *memory)
{
    struct microshmem *w = world();
    struct block *b;
    size_t at;

    if (memory == NULL)
        return;
    b = block_of(w, memory);
    call_note(w, ~(size_t)(b - w->blocks));
    microshmem_barrier_all();
    at = blocks_below(w, memory) - 1;
    memmove(&w->by_address[at], &w->by_address[at + 1],
            (--w->nused - at) * sizeof(*w->by_address));
    free(memory);
    b->memory = NULL;
}

void microshmem_watch(void *memory, microshmem_delivery *function, void *arg)
{
    struct block *b = block_of(world(), memory);

    b->deliver = function;
    b->arg = arg;
}

/* Puts. */

/* Where so many more words go; NULL: no memory. */
static uint64_t *link_room(struct link *l, size_t words)
{
    size_t room = l->out.room;

    if (words > room - l->used) {
        if (words > SIZE_MAX / WORD / 4)
            return NULL;
        room = 2 * room > l->used + words ? 2 * room : l->used + words;
        if (buffer_need(&l->out, room) != 0)
            return NULL;
    }
    return l->out.words + l->used;
}

/* Is it the continuation of the last put? */
static int continues(const struct link *l, const struct block *b,
                     uint64_t where)
{
    const uint64_t *frame = l->out.words + l->last;

    return l->used > 0 && b->deliver == NULL &&
           frame[0] >> OFFSET_BITS == where >> OFFSET_BITS &&
           frame[0] + frame[1] == where && frame[1] % WORD == 0;
}

static int put(struct microshmem *w, size_t number, size_t offset,
               const void *source, size_t bytes, int pe)
{
    const struct block *b = &w->blocks[number];
    uint64_t where = (uint64_t)number << OFFSET_BITS | offset, *to;
    size_t words = bytes / WORD + (bytes % WORD != 0), frame = FRAME;
    struct link *l;

    if (pe < 0 || pe >= w->npes)
        die(w, "put: there is no such PE");
    l = w->of[pe] != NULL ? w->of[pe] : link_make(w, pe);
    if (continues(l, b, where))
        frame = 0;
    to = link_room(l, frame + words);
    if (to == NULL)
        return -1;
    if (frame > 0) {
        l->last = l->used;
        to[0] = where;
        to[1] = 0;
    }
    if (words > 0) {
        to[frame + words - 1] = 0; /* what pads it */
        memcpy(to + frame, source, bytes);
    }
    l->out.words[l->last + 1] += bytes;
    l->used += frame + words;
    if (pe != w->me)
        w->flags |= ANY_PUT;
    return 0;
}

void microshmem_putmem(void *target, const void *source, size_t bytes, int pe)
{
    struct microshmem *w = world();
    size_t offset, number;
    const struct block *b;

    if (bytes == 0)
        return;
    number = block_at(w, target, &offset);
    b = &w->blocks[number];
    if (b->deliver == NULL && bytes > b->bytes - offset)
        die(w, "put: it reaches beyond the end of symmetric memory");
    if (put(w, number, offset, source, bytes, pe) != 0)
        die(w, no_memory);
}

int microshmem_post(void *memory, size_t offset, const void *data, size_t bytes,
                    int pe)
{
    struct microshmem *w = world();
    struct block *b = block_of(w, memory);

    if (b->deliver == NULL || offset >> OFFSET_BITS != 0)
        die(w, "post: the memory is not watched, or the offset too large");
    return put(w, (size_t)(b - w->blocks), offset, data, bytes, pe);
}

void microshmem_long_put(long *target, const long *source, size_t n, int pe)
{
    microshmem_putmem(target, source, n * sizeof(*source), pe);
}

void microshmem_double_put(double *target, const double *source, size_t n,
                           int pe)
{
    microshmem_putmem(target, source, n * sizeof(*source), pe);
}

void microshmem_long_p(long *target, long value, int pe)
{
    microshmem_putmem(target, &value, sizeof(value), pe);
}

void microshmem_double_p(double *target, double value, int pe)
{
    microshmem_putmem(target, &value, sizeof(value), pe);
}

/* Puts to a PE stay in their order. */
void microshmem_fence(void)
{
}

void microshmem_broadcast64(void *target, const void *source, size_t n,
                            int root)
{
    struct microshmem *w = world();
    char *at = w->me == root ? (char *)source : target;

    while (n > 0) {
        int part = n < INT_MAX ? (int)n : INT_MAX;

        check(w, MPI_Bcast(at, part, MPI_DOUBLE, root, w->comm));
        at += (size_t)part * WORD;
        n -= (size_t)part;
    }
}

void microshmem_touch_long(long value)
{
    volatile long read = value;

    (void)read;
}

void microshmem_touch_double(double value)
{
    volatile double read = value;

    (void)read;
}

/* Worlds. */

void microshmem_init_comm(MPI_Comm comm)
{
    struct microshmem *w = need(NULL, calloc(1, sizeof(*w)));

    check(NULL, MPI_Comm_dup(comm, &w->comm));
    check(NULL, MPI_Comm_rank(w->comm, &w->me));
    check(NULL, MPI_Comm_size(w->comm, &w->npes));
    w->of = need(w, calloc((size_t)w->npes, sizeof(struct link *)));
    link_make(w, w->me)->known = 1;
    current = w;
}

void microshmem_init(void)
{
    int initialized, argc = 0;
    char **argv = NULL;

    check(NULL, MPI_Initialized(&initialized));
    if (!initialized)
        check(NULL, MPI_Init(&argc, &argv));
    microshmem_init_comm(MPI_COMM_WORLD);
    current->started_mpi = !initialized;
}

void microshmem_finalize(void)
{
    struct microshmem *w = world();

    microshmem_barrier_all();
    for (int i = 0; i < w->nlinks; i++) {
        free(w->links[i]->out.words);
        free(w->links[i]);
    }
    for (size_t i = 0; i < w->nblocks; i++)
        free(w->blocks[i].memory);
    free(w->blocks);
    free(w->by_address);
    free(w->of);
    free(w->links);
    free(w->requests);
    free(w->inbox.words);
    check(w, MPI_Comm_free(&w->comm));
    if (current == w)
        current = NULL;
    if (w->started_mpi)
        check(NULL, MPI_Finalize());
    free(w);
}

struct microshmem *microshmem_select(struct microshmem *w)
{
    struct microshmem *before = current;

    current = w;
    return before;
}

int microshmem_my_pe(void)
{
    return world()->me;
}

int microshmem_n_pes(void)
{
    return world()->npes;
}

void microshmem_info(struct microshmem_info *info)
{
    *info = world()->info;
}
