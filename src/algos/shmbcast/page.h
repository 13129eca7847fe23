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

#endif /* SHMBCAST_PAGE_H */
