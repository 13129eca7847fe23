/* profile_test.h: what the cases of profile_test share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_TEST_H
#define PROFILE_TEST_H

#include <mpi.h>

enum { MOST = 64, TIMES = 20 };

#define W MPI_COMM_WORLD
#define D MPI_DOUBLE

extern int rank, size; /* in MPI_COMM_WORLD */
/* Arguments of collectives: one element to and from each rank. */
extern int counts[MOST], displs[MOST];
extern MPI_Datatype types[MOST];
extern double out[16 * MOST], in[16 * MOST];

/* Ends all ranks if it is not true. */
void check(int yes, const char *what);
#define CHECK(yes) check(yes, #yes)

void pause_ms(int ms);

/* Ranks come to the next call one after the other, and the last one so much
 * later, however busy the machine is. By PMPI calls, which no profile has. */
void come_late(int ms);

/* A case, by its name on the command line. Tables end with a NULL name. */
struct test_case {
    const char *name;
    void (*run)(void);
};
extern const struct test_case collective_cases[];

#endif /* PROFILE_TEST_H */
