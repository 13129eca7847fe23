/* expect.h: helpers of MPI test programs: failures, messages, segments. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_TEST_EXPECT_H
#define ALGOS_TEST_EXPECT_H

#include <mpi.h>
#include <stdatomic.h>
#include <stddef.h>

extern int test_rank, test_size; /* rank and size of MPI_COMM_WORLD */
extern atomic_int test_failures; /* failures on this rank */

/* Calls MPI_Init_thread(), for all threads if possible; sets rank and size. */
void test_init(int *argc, char ***argv);

/* Counts and reports a condition that is false; the case continues. Any
 * thread. */
#define EXPECT(cond)                                                           \
    do {                                                                       \
        if (!(cond))                                                           \
            test_fail(__FILE__, __LINE__, #cond);                              \
    } while (0)

void test_fail(const char *file, int line, const char *what);

void *test_alloc(size_t nbytes) __attribute__((returns_nonnull));

/* Fills a buffer with the bytes of message number [seed]. */
void test_fill(void *buf, size_t nbytes, unsigned seed);
int test_same(const void *buf, size_t nbytes, unsigned seed);

/* Returns how many nameless files in /dev/shm this process has mapped. */
int test_segments(void);

#endif /* ALGOS_TEST_EXPECT_H */
