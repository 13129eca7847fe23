/* microshmem.h: a small part of OpenSHMEM on MPI-1 messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MICROSHMEM_H
#define MICROSHMEM_H

/*
 * What a program needs that puts data and waits in barriers, after the library of
 * the same name in A. O. Latsis, "RefNUMA" (Keldysh Institute of Applied
 * Mathematics). It uses nothing but MPI-1: no windows, no threads.
 *
 * It differs from OpenSHMEM. A put is copied at once and reaches its target in
 * microshmem_barrier_all() on both PEs, not earlier; fence() orders nothing more
 * than that, since puts arrive by ascending PE and those of a PE in their order.
 * There is no get, no wait_until and no atomic operation: MPI-1 makes no progress at
 * the target. Memory in use is what was put since the last barrier, and buffers that are
 * kept for the next exchanges: up to 64 KiB a neighbour, or what the last 16 needed.
 *
 * Names are those of OpenSHMEM with micro in front; with MICROSHMEM_NAMES defined
 * ahead of this header, shmem_... works as well, but for the broadcast: there is no
 * shmem_broadcast64, as OpenSHMEM's takes other arguments. Sizes: elements of the type, of
 * putmem bytes. An error of MPI or a lack of memory ends the program by MPI_Abort()
 * with a line on stderr, as OpenSHMEM knows no error codes. One thread at a time.
 */

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Collective. init() takes MPI_COMM_WORLD and calls MPI_Init() if nobody has, and
 * finalize() then MPI_Finalize(). */
void microshmem_init(void);
void microshmem_init_comm(MPI_Comm comm); /* PEs are ranks of it; is duplicated */
void microshmem_finalize(void);
int microshmem_my_pe(void);
int microshmem_n_pes(void);

/* Symmetric memory: collective, in the same order and with the same size on all
 * PEs, or the next barrier ends the program; zero at first. Addresses may differ
 * from PE to PE. Static variables are not symmetric here. */
void *microshmem_malloc(size_t bytes);
void microshmem_free(void *memory);

/* `target`: symmetric, as it is called on this PE. */
void microshmem_putmem(void *target, const void *source, size_t bytes, int pe);
void microshmem_long_put(long *target, const long *source, size_t n, int pe);
void microshmem_double_put(double *target, const double *source, size_t n,
                           int pe);
void microshmem_long_p(long *target, long value, int pe);
void microshmem_double_p(double *target, double value, int pe);
void microshmem_fence(void);

/* Collective: all PEs are here, and all puts before it where they belong. */
void microshmem_barrier_all(void);

/* n values of 8 bytes of `root`'s source to all others' target. Collective over all
 * PEs; root's target is not changed. */
void microshmem_broadcast64(void *target, const void *source, size_t n,
                            int root);

/* Do nothing with the value; to read it is the purpose, and no compiler leaves it
 * out. */
void microshmem_touch_long(long value);
void microshmem_touch_double(double value);

/* ---- beyond OpenSHMEM --------------------------------------------------- */

/* Several worlds beside each other: what the functions above work on is the current
 * one of the calling thread at the time of the call. init() makes one and selects it.
 * Returns the one before; NULL: none. */
struct microshmem;
struct microshmem *microshmem_select(struct microshmem *world);

/* barrier_all() that also returns the bitwise or of what all PEs gave, from 0 to
 * LONG_MAX / 4. */
long microshmem_barrier_all_or(long bits);

/* Delivers puts without a barrier: all PEs have to call it, each exchanges one
 * message with each PE that either has ever put to the other, and only to such a PE
 * may anything have been put since the last barrier. */
void microshmem_exchange(void);

/* Puts to this symmetric memory go to a function instead, in the order in which they
 * would arrive: `offset` bytes from its start, `bytes` of data (8-byte aligned, gone
 * after the call) from `pe`. Then they may be longer than the memory. The function
 * puts nothing itself. */
typedef void microshmem_delivery(void *arg, int pe, size_t offset,
                                 const void *data, size_t bytes);
void microshmem_watch(void *memory, microshmem_delivery *deliver, void *arg);

/* A put to watched memory at any offset below 2^40, and of no bytes too. 0, or -1:
 * out of memory, and nothing was put. */
int microshmem_post(void *memory, size_t offset, const void *data, size_t bytes,
                    int pe);

/* PEs that this one exchanges messages with; messages and bytes it has sent by
 * puts, without the barrier's 8 bytes. */
struct microshmem_info {
    int neighbours;
    int64_t messages, bytes;
};
void microshmem_info(struct microshmem_info *info);

#ifdef MICROSHMEM_NAMES
#define shmem_init microshmem_init
#define shmem_finalize microshmem_finalize
#define shmem_my_pe microshmem_my_pe
#define shmem_n_pes microshmem_n_pes
#define shmem_malloc microshmem_malloc
#define shmem_free microshmem_free
#define shmem_putmem microshmem_putmem
#define shmem_long_put microshmem_long_put
#define shmem_double_put microshmem_double_put
#define shmem_long_p microshmem_long_p
#define shmem_double_p microshmem_double_p
#define shmem_fence microshmem_fence
#define shmem_barrier_all microshmem_barrier_all
#define touch_long microshmem_touch_long
#define touch_double microshmem_touch_double
#endif

#ifdef __cplusplus
}
#endif

#endif /* MICROSHMEM_H */
