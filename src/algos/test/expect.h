/* expect.h: what MPI test programs expect: failures, messages, segments. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_TEST_EXPECT_H
#define ALGOS_TEST_EXPECT_H

#include <mpi.h>
#include <stdatomic.h>
#include <stddef.h>

extern int test_rank, test_size; /* in MPI_COMM_WORLD */
extern atomic_int test_failures; /* of this rank */

/* MPI_Init_thread(), with all threads if that can be, and what is here. */
void test_init(int *argc, char ***argv);

/* Count and report what is not as it should be; the case goes on. Any thread.
 */
#define EXPECT(cond)                                                           \
    do {                                                                       \
        if (!(cond))                                                           \
            test_fail(__FILE__, __LINE__, #cond);                              \
    } while (0)

void test_fail(const char *file, int line, const char *what);

void *test_alloc(size_t nbytes) __attribute__((returns_nonnull));

/* Byte i of message number [seed]. */
void test_fill(void *buf, size_t nbytes, unsigned seed);
int test_same(const void *buf, size_t nbytes, unsigned seed);

/* Nameless files in /dev/shm that this process has mapped. */
int test_segments(void);

#endif /* ALGOS_TEST_EXPECT_H */
