/* refnuma_mpi.c: runs test cases on all ranks; usage: refnuma_mpi CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "refnuma_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cases. A case runs once, or with each valid combination of options. */
static const struct {
    const char *name;
    test_case_fn *run;
    test_with_fn *with;
} cases[] = {
    {"traffic", NULL, case_traffic}, {"memory", NULL, case_memory},
    {"races", NULL, case_races},     {"order", NULL, case_order},
    {"refused", case_refused, NULL}, {"contexts", case_contexts, NULL},
    {"excess", NULL, case_excess},   {"failures", NULL, case_failures},
    {"files", NULL, case_files},     {"remote", case_remote, NULL},
    {"oracle", case_oracle, NULL},
};

static bool made(const struct refnuma_options *o)
{
    struct refnuma *context;

    if (refnuma_init(MPI_COMM_WORLD, o, &context) != MPI_SUCCESS) {
        EXPECT(o->detect == REFNUMA_DETECT_UFFD);
        EXPECT(getenv("REFNUMA_NEEDS_UFFD") == NULL);
        if (test_rank == 0)
            printf("# skipped: detect=uffd: %s\n", refnuma_failure());
        return false;
    }
    EXPECT(refnuma_finalize(&context) == MPI_SUCCESS && context == NULL);
    return true;
}

/* Runs the case with each combination of first_read and detect that this
 * machine supports. */
static void run_ways(test_with_fn *run)
{
    static const struct refnuma_options ways[] = {
        {.first_read = REFNUMA_UNDEFINED, .detect = REFNUMA_DETECT_TWIN},
        {.first_read = REFNUMA_UNDEFINED, .detect = REFNUMA_DETECT_UFFD},
        {.first_read = REFNUMA_DELIVER, .detect = REFNUMA_DETECT_TWIN},
        {.first_read = REFNUMA_DELIVER, .detect = REFNUMA_DETECT_UFFD},
    };

    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        if (made(&ways[i]))
            run(&ways[i]);
}

void test_array_open(struct test_array *t, const struct refnuma_options *o,
                     size_t pages)
{
    struct refnuma_info info;

    if (refnuma_init(MPI_COMM_WORLD, o, &t->context) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    refnuma_info(t->context, NULL, &info);
    t->page = (size_t)info.page / sizeof(double);
    if (refnuma_alloc(t->context, t->page * pages * (size_t)test_size,
                      MPI_DOUBLE, &t->array) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    t->v = refnuma_double(t->array);
    EXPECT(refnuma_section(t->array, test_rank, &t->first, &t->count) ==
           MPI_SUCCESS);
    EXPECT(t->count == t->page * pages);
}

void test_array_close(struct test_array *t)
{
    EXPECT(refnuma_finalize(&t->context) == MPI_SUCCESS);
}

void test_barrier(struct test_array *t)
{
    EXPECT(refnuma_barrier(t->context) == MPI_SUCCESS);
}

struct refnuma_info test_info(const struct test_array *t)
{
    struct refnuma_info info = {0};

    EXPECT(refnuma_info(t->context, NULL, &info) == MPI_SUCCESS);
    return info;
}

bool test_run_case(const char *name)
{
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        if (strcmp(name, cases[i].name) == 0) {
            if (cases[i].run != NULL)
                cases[i].run();
            else
                run_ways(cases[i].with);
            return true;
        }
    return false;
}
