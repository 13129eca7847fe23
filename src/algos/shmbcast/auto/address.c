/* address.c: find buffers in shared regions; copy by loads or by the kernel. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "transfer.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/*
 * An ordinary store of a line that is in no cache reads it first. Where source
 * and destination together do not fit in the last cache that is for nothing: a
 * store past the caches saves a third of the traffic. In anything shorter it
 * would throw out of the caches what the program is about to use.
 */

/* If the system does not tell. */
enum { L3_USUAL = 32 << 20 };

size_t sb_stream_least(void)
{
    long l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);

    return (size_t)(l3 > 0 ? l3 : L3_USUAL) / 2;
}

#if defined(__SSE2__)

enum { LINE = 64, WORDS = LINE / sizeof(__m128i) };

static void copy_line(char *to, const char *from)
{
    __m128i words[WORDS];

    for (int i = 0; i < WORDS; i++)
        words[i] = _mm_loadu_si128((const __m128i *)from + i);
    for (int i = 0; i < WORDS; i++)
        _mm_stream_si128((__m128i *)to + i, words[i]);
}

static void copy_past(void *to, const void *from, size_t n)
{
    char *out = to;
    const char *in = from;
    size_t head = (LINE - (uintptr_t)out % LINE) % LINE;

    if (head > n)
        head = n;
    memcpy(out, in, head);
    for (out += head, in += head, n -= head; n >= LINE;
         out += LINE, in += LINE, n -= LINE)
        copy_line(out, in);
    memcpy(out, in, n);
    /* such stores are not ordered by a release store */
    _mm_sfence();
}

#else

static void copy_past(void *to, const void *from, size_t n)
{
    memcpy(to, from, n);
}

#endif

struct sb_address sb_address_of(const struct shmbcast_auto *h, const void *at,
                                size_t n)
{
    for (const struct sb_region *g = h->regions; g != NULL; g = g->next)
        for (int r = 0; r < h->size; r++) {
            const struct sb_part *part = &g->parts[r];
            uintptr_t offset = (uintptr_t)at - (uintptr_t)part->base;

            if (offset < part->bytes && n <= part->bytes - offset)
                return (struct sb_address){
                    .region = g->number, .segment = (uint64_t)r, .at = offset};
        }
    return (struct sb_address){.at = (uintptr_t)at};
}

/* The same memory here, or NULL if it is private to its rank. */
static char *map(const struct shmbcast_auto *h, const struct sb_address *there)
{
    for (const struct sb_region *g = h->regions; g != NULL; g = g->next)
        if (g->number == there->region)
            return g->parts[there->segment].base + there->at;
    return NULL;
}

/* Calls may stop early, at a signal or after 2 GiB. */
int sb_transfer(sb_transfer_fn *call, pid_t pid, char *local, uint64_t remote,
                size_t n)
{
    while (n > 0) {
        struct iovec here = {.iov_base = local, .iov_len = n};
        struct iovec there = {.iov_base = (void *)(uintptr_t)remote,
                              .iov_len = n};
        ssize_t done = call(pid, &here, 1, &there, 1, 0);

        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return done < 0 ? errno : EFAULT;
        local += done;
        remote += (uint64_t)done;
        n -= (size_t)done;
    }
    return 0;
}

int sb_address_copy(const struct shmbcast_auto *h,
                    const struct sb_address *there, int rank, size_t offset,
                    char *here, size_t n, bool write, bool stream)
{
    char *mapped = map(h, there);

    if (mapped == NULL)
        return sb_transfer(write ? process_vm_writev : process_vm_readv,
                           h->pids[rank], here, there->at + offset, n);
    mapped += offset;
    if (stream)
        copy_past(write ? mapped : here, write ? here : mapped, n);
    else
        memcpy(write ? mapped : here, write ? here : mapped, n);
    return 0;
}
