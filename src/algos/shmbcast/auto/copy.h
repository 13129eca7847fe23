/* copy.h: copies by loads and stores. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_COPY_H
#define SHMBCAST_AUTO_COPY_H

#include <stddef.h>

/* The shortest message that is in no cache any more when it has been copied,
 * however the caches were before. */
size_t sb_stream_least(void);

/* As memcpy(), past the caches where the processor can. What is stored is there
 * for others after a release store, as usual. */
void sb_copy_stream(void *to, const void *from, size_t n);

#endif /* SHMBCAST_AUTO_COPY_H */
