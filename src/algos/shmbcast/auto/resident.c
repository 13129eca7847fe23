/* resident.c: page-table entries for pages that are in memory already. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "resident.h"

#include "../page.h"
#include "lib/populate.h"

enum { PAGES = 4096 };

/* The pages from [i] on that are all in memory or all not. */
static size_t run_of(const unsigned char *in_memory, size_t i, size_t n)
{
    size_t end = i + 1;

    while (end < n && (in_memory[end] & 1) == (in_memory[i] & 1))
        end++;
    return end - i;
}

static void map_some(char *base, size_t npages, size_t page)
{
    unsigned char in_memory[PAGES];
    size_t run;

    if (mincore(base, npages * page, in_memory) != 0)
        return;
    for (size_t i = 0; i < npages; i += run) {
        run = run_of(in_memory, i, npages);
        if (in_memory[i] & 1)
            (void)madvise(base + i * page, run * page, MADV_POPULATE_WRITE);
    }
}

void sb_map_resident(char *at, size_t bytes)
{
    size_t page = sb_page_size(), before = (uintptr_t)at % page;
    size_t left = (before + bytes + page - 1) / page;

    for (at -= before; left > 0;) {
        size_t n = left < PAGES ? left : PAGES;

        map_some(at, n, page);
        at += n * page;
        left -= n;
    }
}
