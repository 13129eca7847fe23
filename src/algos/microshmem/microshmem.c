/* microshmem.c: a small part of OpenSHMEM on MPI-1 messages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Worlds, symmetric memory, and puts to it. A PE's blocks of symmetric memory
 * have numbers, given in the order of malloc(), which is the same on all PEs;
 * so a number and an offset say on any PE where a put goes. An address is
 * looked up by bisection among the blocks. A put is copied to the target's
 * outbox behind a frame of two words, or without one where it continues the put
 * before. A barrier or an exchange (exchange.c) sends the outbox.
 */
#include "world.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#if defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L
#define PER_THREAD _Thread_local
#elif defined __GNUC__
#define PER_THREAD __thread
#else
#define PER_THREAD
#endif

static PER_THREAD struct microshmem *current;

static struct microshmem *world(void)
{
    if (current == NULL)
        ms_die(NULL, "there is no current world: microshmem_init() makes one");
    return current;
}

struct microshmem *ms_world(void)
{
    return world();
}

/* Symmetric memory. */

/* Calls of malloc and free, which have to be the same on all PEs. */
static void call_note(struct microshmem *w, size_t what)
{
    w->calls = (w->calls ^ (unsigned long)what) * 16777619UL + 1;
    w->flags |= ANY_OTHER;
}

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
        ms_die(w, "an address is not in symmetric memory");
    number = w->by_address[below - 1];
    *offset = (uintptr_t)address - (uintptr_t)w->blocks[number].memory;
    if (*offset >= w->blocks[number].bytes)
        ms_die(w, "an address is not in symmetric memory");
    return number;
}

static struct block *block_of(const struct microshmem *w, const void *memory)
{
    size_t offset, number = block_at(w, memory, &offset);

    if (offset != 0)
        ms_die(w, "an address is not the start of symmetric memory");
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
        ms_die(w, "too many pieces of symmetric memory");
    w->blocks = ms_need(w, realloc(w->blocks, (i + 1) * sizeof(*w->blocks)));
    w->by_address =
        ms_need(w, realloc(w->by_address, (i + 1) * sizeof(*w->by_address)));
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
        ms_die(w, "malloc: more than 2^40 bytes");
    memory = ms_need(w, calloc(1, bytes));
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
        if (ms_buffer_need(&l->out, room) != 0)
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
        ms_die(w, "put: there is no such PE");
    l = w->of[pe] != NULL ? w->of[pe] : ms_link_make(w, pe);
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
        ms_die(w, "put: it reaches beyond the end of symmetric memory");
    if (put(w, number, offset, source, bytes, pe) != 0)
        ms_die(w, ms_no_memory);
}

int microshmem_post(void *memory, size_t offset, const void *data, size_t bytes,
                    int pe)
{
    struct microshmem *w = world();
    struct block *b = block_of(w, memory);

    if (b->deliver == NULL || offset >> OFFSET_BITS != 0)
        ms_die(w, "post: the memory is not watched, or the offset too large");
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

        ms_check(w, MPI_Bcast(at, part, MPI_DOUBLE, root, w->comm));
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
    struct microshmem *w = ms_need(NULL, calloc(1, sizeof(*w)));

    ms_check(NULL, MPI_Comm_dup(comm, &w->comm));
    ms_check(NULL, MPI_Comm_rank(w->comm, &w->me));
    ms_check(NULL, MPI_Comm_size(w->comm, &w->npes));
    w->of = ms_need(w, calloc((size_t)w->npes, sizeof(struct link *)));
    ms_link_make(w, w->me)->known = 1;
    current = w;
}

void microshmem_init(void)
{
    int initialized, argc = 0;
    char **argv = NULL;

    ms_check(NULL, MPI_Initialized(&initialized));
    if (!initialized)
        ms_check(NULL, MPI_Init(&argc, &argv));
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
    ms_check(w, MPI_Comm_free(&w->comm));
    if (current == w)
        current = NULL;
    if (w->started_mpi)
        ms_check(NULL, MPI_Finalize());
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
