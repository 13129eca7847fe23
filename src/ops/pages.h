/* pages.h: other physical memory for the next buffers than the last ones had.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_PAGES_H
#define OPS_PAGES_H

#include <stddef.h>
#include <stdint.h>

/*
 * Memory that was given back would be the first that the kernel gives out
 * again: it is kept until the next buffers have been touched. So that buffers
 * do not change places with the ones before, ballast of a random size is
 * touched ahead of them. All zero to begin with.
 */
struct pages {
    struct pages_map {
        void *at; /* NULL: none */
        size_t bytes;
    } kept, ballast;
    uint64_t drawn;
};

/* Most bytes of ballast beside so many of buffers. */
size_t pages_ballast(size_t bytes);

/* To be called before buffers of so many bytes are mapped. Where there is no
 * memory for ballast there is none. */
void pages_before(struct pages *p, size_t bytes);

/* Takes a mapping of mmap() over, in place of an earlier one. */
void pages_keep(struct pages *p, void *at, size_t bytes);

/* When they have been touched: gives back what is kept, and the ballast. */
void pages_release(struct pages *p);

#endif /* OPS_PAGES_H */
