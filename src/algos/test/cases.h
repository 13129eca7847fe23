/* cases.h: an MPI test program that runs cases by their names, on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ALGOS_TEST_CASES_H
#define ALGOS_TEST_CASES_H

#include <stdbool.h>

typedef void test_case_fn(void);

/* A case. A row without a name ends a list. */
struct test_case {
    const char *name;
    test_case_fn *run;
};

/* Runs the case of that name. Returns false if there is none. */
bool test_run(const struct test_case *cases, const char *name);

/* Each program defines this function: it runs the case of that name, or returns
 * false if there is none. main() is in cases.c: PROGRAM CASE... runs these
 * cases; with TEST_SECONDS=N it repeats them for N seconds. The exit status is
 * 0 if no rank has a failure. */
bool test_run_case(const char *name);

/* Prints on rank 0 why a case was not run; other ranks print nothing. */
void test_skip(const char *why);

/* Call [set] for every word of "f=4Ki s=2". Each call has to return 0. */
void test_parse(const char *text,
                int (*set)(void *params, const char *name, const char *value),
                void *params);

#endif /* ALGOS_TEST_CASES_H */
