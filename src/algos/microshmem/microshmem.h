/* microshmem.h: a small part of OpenSHMEM on MPI-1 messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MICROSHMEM_H
#define MICROSHMEM_H

/*
 * A library for programs that put data into the memory of other processing
 * elements (PEs) and wait in barriers. It follows the library of the same name
 * in A. O. Latsis, "RefNUMA" (Keldysh Institute of Applied Mathematics). It
 * uses only MPI-1: no windows, no threads.
 *
 * Differences from OpenSHMEM: a put is copied at once and reaches its target
 * when both PEs call microshmem_barrier_all(), not earlier. Puts of lower PEs
 * arrive first, and the puts of one PE in the order of its calls, so fence()
 * does nothing. There is no get, no wait_until and no atomic operation, because
 * MPI-1 makes no progress at the target. Memory use: the puts since the last
 * barrier, and buffers kept for the next exchanges (for each neighbour 64 KiB,
 * or as much as the last 16 exchanges needed).
 *
 * Names are those of OpenSHMEM with the prefix micro. If MICROSHMEM_NAMES is
 * defined before this header, shmem_... works too, except for the broadcast:
 * OpenSHMEM's shmem_broadcast64 has other arguments. Sizes are in elements of
 * the type, for putmem in bytes. An MPI error or lack of memory ends the
 * program by MPI_Abort() with a line on stderr, as OpenSHMEM has no error
 * codes. Only one thread at a time may call functions.
 */

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Collective. init() makes a world from MPI_COMM_WORLD. If the program has not
 * called MPI_Init(), init() does, and finalize() then calls MPI_Finalize(). */
void microshmem_init(void);
void microshmem_init_comm(MPI_Comm comm); /* on a duplicate of comm */
void microshmem_finalize(void);
int microshmem_my_pe(void);
int microshmem_n_pes(void);

/* Symmetric memory, initially zero. All PEs must make the same calls in the
 * same order with the same sizes, or the next barrier ends the program.
 * Addresses may differ between PEs. Static variables are not symmetric. */
void *microshmem_malloc(size_t bytes);
void microshmem_free(void *memory);

/* `target` is an address of symmetric memory on the calling PE. */
void microshmem_putmem(void *target, const void *source, size_t bytes, int pe);
void microshmem_long_put(long *target, const long *source, size_t n, int pe);
void microshmem_double_put(double *target, const double *source, size_t n,
                           int pe);
void microshmem_long_p(long *target, long value, int pe);
void microshmem_double_p(double *target, double value, int pe);
void microshmem_fence(void);

/* Collective. Returns when all PEs have called it and all puts made before have
 * reached their targets. */
void microshmem_barrier_all(void);

/* Copies n values of 8 bytes from source on `root` to target on all other PEs.
 * Collective over all PEs. */
void microshmem_broadcast64(void *target, const void *source, size_t n,
                            int root);

/* Make the compiler read a value without using it. */
void microshmem_touch_long(long value);
void microshmem_touch_double(double value);

/* ---- beyond OpenSHMEM --------------------------------------------------- */

/* Selects the current world of the calling thread, on which the functions above
 * work. init() selects the world that it makes. Returns the world that was
 * selected before, or NULL. */
struct microshmem;
struct microshmem *microshmem_select(struct microshmem *world);

/* Like microshmem_barrier_all(), and returns the bitwise or of all PEs' bits,
 * which must be from 0 to LONG_MAX / 4. */
long microshmem_barrier_all_or(long bits);

/* Delivers puts without a barrier. All PEs must call it. Each PE exchanges one
 * message with each neighbour (a PE with which it has already exchanged puts).
 * All puts since the last barrier must have gone to neighbours. */
void microshmem_exchange(void);

/* From now on, puts to this symmetric memory call a function instead, in the
 * order of their arrival. Its arguments: `offset` in bytes from the start of
 * the memory, and `bytes` of data (8-byte aligned, valid during the call) from
 * `pe`. Such puts may exceed the memory. The function must not make puts. */
typedef void microshmem_delivery(void *arg, int pe, size_t offset,
                                 const void *data, size_t bytes);
void microshmem_watch(void *memory, microshmem_delivery *deliver, void *arg);

/* Puts to watched memory. `offset` may be any number below 2^40, and `bytes` 0.
 * Returns 0, or -1 if out of memory; then nothing was put. */
int microshmem_post(void *memory, size_t offset, const void *data, size_t bytes,
                    int pe);

/* Number of neighbours; messages and bytes that this PE has sent for puts, not
 * counting the 8 bytes of each barrier. */
struct microshmem_info {
    int neighbours;
    int64_t messages, bytes;
    int64_t reserved[4]; /* 0: for later versions */
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
