/* cases.h: cases of an MPI test program, run by their names on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_TEST_CASES_H
#define ALGOS_TEST_CASES_H

#include <stdbool.h>

typedef void test_case_fn(void);

/* The last of a list has no name. */
struct test_case {
    const char *name;
    test_case_fn *run;
};

/* Run the case of that name. False: there is none. */
bool test_run(const struct test_case *cases, const char *name);

/* The cases that the program PROGRAM CASE... was started with; [run] runs one,
 * or returns false where there is none of that name. With TEST_SECONDS=N they
 * are run again and again for N seconds. Between test_init() and
 * MPI_Finalize(). The exit status: 0 where no rank has a failure. */
int test_cases(int argc, char **argv, bool (*run)(const char *name));

/* Prints on rank 0 why a case was not run; other ranks print nothing. */
void test_skip(const char *why);

/* Call [set] for every word of "f=4Ki s=2", which has to return 0. */
void test_parse(const char *text,
                int (*set)(void *params, const char *name, const char *value),
                void *params);

#endif /* ALGOS_TEST_CASES_H */
