/* populate.h: memory that may turn out not to be there: look, and touch. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_POPULATE_H
#define LIB_POPULATE_H

#include <stddef.h>

/*
 * Brings the pages of [at, at + bytes) into memory, writable, as a first touch
 * by this thread would. Where the file behind a shared mapping has no room,
 * such as a full /dev/shm, a mere access ends in SIGBUS; here it is an error.
 * 0 or -errno; 0 too on kernels that cannot tell, before Linux 5.14.
 */
int populate(void *at, size_t bytes);

/*
 * Bytes that /dev/shm has left, where MPI libraries put memory that ranks
 * share; SIZE_MAX: no limit, or not known. To be looked at before a window is
 * made: where it does not fit, some libraries leave ranks waiting for each
 * other.
 */
size_t shm_room(void);

#endif /* LIB_POPULATE_H */
