/* record_test.h: an ordinary MPI program whose messages are recorded. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TEST_H
#define RECORD_TEST_H

#include <mpi.h>

/* MPICH's "no statuses" is an invalid address, about which gcc warns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* Rank and size of MPI_COMM_WORLD; the next and the previous rank. */
extern int rank, size, next, previous;

enum { ROOM = 1 << 16 };
extern char out[ROOM], in[ROOM];

/* Aborts the program if [yes] is false. */
void check(int yes, const char *what);
#define CHECK(yes) check(yes, #yes)

#define CASE(name) void case_##name(void);
#include "cases.def"
#undef CASE

#endif /* RECORD_TEST_H */
