/* record_test.h: an MPI program that knows nothing of the recorder. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TEST_H
#define RECORD_TEST_H

#include <mpi.h>

/* MPICH says no statuses by an address that is none, and gcc believes it. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* Rank and size of MPI_COMM_WORLD; the next and the previous rank. */
extern int rank, size, next, previous;

enum { ROOM = 1 << 16 };
extern char out[ROOM], in[ROOM];

/* The program ends where this is false. */
void check(int yes, const char *what);
#define CHECK(yes) check(yes, #yes)

#define CASE(name) void case_##name(void);
#include "cases.def"
#undef CASE

#endif /* RECORD_TEST_H */
