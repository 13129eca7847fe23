/* resident.h: page-table entries for pages that are in memory already. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_RESIDENT_H
#define SHMBCAST_AUTO_RESIDENT_H

#include <stddef.h>

/* Page-table entries for all pages of a shared mapping that somebody has
 * written to; the first access to each would be a fault. A hint: pages that
 * nobody has written to stay unallocated, and nothing fails. */
void sb_map_resident(char *at, size_t bytes);

#endif /* SHMBCAST_AUTO_RESIDENT_H */
