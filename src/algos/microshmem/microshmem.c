/* microshmem.c: a small part of OpenSHMEM on MPI-1 messages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Worlds, symmetric memory, and puts. Blocks of symmetric memory are numbered
 * in the order of their allocation, which is the same on all PEs, so a block
 * number and an offset name the same target on every PE. A put is copied to the
 * outbox of its target PE, after a frame of two words. If the put continues the
 * previous one, it needs no new frame. A barrier or an exchange (exchange.c)
 * sends the outbox. Cost of a put: a comparison with each block, and a copy.
 */
#include "world.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- symmetric memory ---------------------------------------------------- */

/* Adds a call of malloc or free to the hash that the next barrier checks. */
static void call_note(struct microshmem *w, size_t what)
{
    w->calls = (w->calls ^ (unsigned long)what) * 16777619UL + 1;
    w->flags |= ANY_OTHER;
}

/* Returns the number of the block with this address, and the offset in it. */
static size_t block_at(const struct microshmem *w, const void *address,
                       size_t *offset)
{
    *offset = 0;
    for (size_t i = 0; i < w->nblocks; i++) {
        *offset = (uintptr_t)address - (uintptr_t)w->blocks[i].memory;
        if (w->blocks[i].memory != NULL && *offset < w->blocks[i].bytes)
            return i;
    }
    ms_die(w, "an address is not in symmetric memory");
    return 0;
}

static struct block *block_of(const struct microshmem *w, const void *memory)
{
    size_t offset, number = block_at(w, memory, &offset);

    if (offset != 0)
        ms_die(w, "an address is not the start of symmetric memory");
    return &w->blocks[number];
}

static struct block *free_block(struct microshmem *w)
{
    size_t i = 0;

    while (i < w->nblocks && w->blocks[i].memory != NULL)
        i++;
    if (i >> (64 - OFFSET_BITS) != 0)
        ms_die(w, "too many pieces of symmetric memory");
    if (i == w->nblocks)
        w->blocks =
            ms_need(w, realloc(w->blocks, ++w->nblocks * sizeof(*w->blocks)));
    return &w->blocks[i];
}

void *microshmem_malloc(size_t bytes)
{
    struct microshmem *w = ms_world();
    char *memory;

    call_note(w, bytes);
    if (bytes == 0)
        return NULL;
    if (bytes >> OFFSET_BITS != 0)
        ms_die(w, "malloc: more than 2^40 bytes");
    memory = ms_need(w, calloc(1, bytes));
    *free_block(w) = (struct block){memory, bytes, NULL, NULL};
    return memory;
}

void microshmem_free(void *memory)
{
    struct microshmem *w = ms_world();
    struct block *b;

    if (memory == NULL)
        return;
    b = block_of(w, memory);
    call_note(w, ~(size_t)(b - w->blocks));
    microshmem_barrier_all();
    free(memory);
    b->memory = NULL;
}

void microshmem_watch(void *memory, microshmem_delivery *function, void *arg)
{
    struct block *b = block_of(ms_world(), memory);

    b->deliver = function;
    b->arg = arg;
}

/* ---- puts ---------------------------------------------------------------- */

/* Returns where to write the next words in the outbox, or NULL if out of
 * memory. */
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

/* True if a put to `where` starts where the last put ended. */
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
        ms_die(w, "put: no such PE");
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
        to[frame + words - 1] = 0; /* the last word may be padded with zeros */
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
    struct microshmem *w = ms_world();
    size_t offset, number;
    const struct block *b;

    if (bytes == 0)
        return;
    number = block_at(w, target, &offset);
    b = &w->blocks[number];
    if (b->deliver == NULL && bytes > b->bytes - offset)
        ms_die(w, "put: beyond the end of symmetric memory");
    if (put(w, number, offset, source, bytes, pe) != 0)
        ms_die(w, ms_no_memory);
}

int microshmem_post(void *memory, size_t offset, const void *data, size_t bytes,
                    int pe)
{
    struct microshmem *w = ms_world();
    struct block *b = block_of(w, memory);

    if (b->deliver == NULL || offset >> OFFSET_BITS != 0)
        ms_die(w,
               "post: the memory is not watched, or the offset is too large");
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

/* Does nothing, because puts from one PE to another arrive in order. */
void microshmem_fence(void)
{
}

void microshmem_broadcast64(void *target, const void *source, size_t n,
                            int root)
{
    struct microshmem *w = ms_world();
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

/* ---- worlds -------------------------------------------------------------- */

void microshmem_init_comm(MPI_Comm comm)
{
    struct microshmem *w = ms_need(NULL, calloc(1, sizeof(*w)));

    ms_check(NULL, MPI_Comm_dup(comm, &w->comm));
    ms_check(NULL, MPI_Comm_rank(w->comm, &w->me));
    ms_check(NULL, MPI_Comm_size(w->comm, &w->npes));
    w->of = ms_need(w, calloc((size_t)w->npes, sizeof(struct link *)));
    w->links = ms_need(w, calloc((size_t)w->npes, sizeof(struct link *)));
    ms_link_make(w, w->me)->known = 1;
    microshmem_select(w);
}

void microshmem_init(void)
{
    int initialized, argc = 0;
    char **argv = NULL;

    ms_check(NULL, MPI_Initialized(&initialized));
    if (!initialized)
        ms_check(NULL, MPI_Init(&argc, &argv));
    microshmem_init_comm(MPI_COMM_WORLD);
    ms_world()->started_mpi = !initialized;
}

void microshmem_finalize(void)
{
    struct microshmem *w = ms_world(), *last;

    microshmem_barrier_all();
    for (int i = 0; i < w->nlinks; i++) {
        free(w->links[i]->out.words);
        free(w->links[i]);
    }
    for (size_t i = 0; i < w->nblocks; i++)
        free(w->blocks[i].memory);
    free(w->blocks);
    free(w->of);
    free(w->links);
    free(w->requests);
    free(w->inbox.words);
    ms_check(w, MPI_Comm_free(&w->comm));
    last = microshmem_select(NULL);
    if (last != w)
        microshmem_select(last);
    if (w->started_mpi)
        ms_check(NULL, MPI_Finalize());
    free(w);
}

int microshmem_my_pe(void)
{
    return ms_world()->me;
}

int microshmem_n_pes(void)
{
    return ms_world()->npes;
}

void microshmem_info(struct microshmem_info *info)
{
    *info = ms_world()->info;
}
