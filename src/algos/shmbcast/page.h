/* page.h: how large a page is. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_PAGE_H
#define SHMBCAST_PAGE_H

#include <stddef.h>
#include <unistd.h>

static inline size_t sb_page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* [n] bytes, rounded up. */
static inline size_t sb_whole_pages(size_t n)
{
    size_t page = sb_page_size();

    return (n + page - 1) / page * page;
}

#endif /* SHMBCAST_PAGE_H */
