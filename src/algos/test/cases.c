/* cases.c: the main program of MPI tests. Runs cases by their names, on all
 * ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

bool test_run(const struct test_case *cases, const char *name)
{
    for (const struct test_case *c = cases; c->name != NULL; c++)
        if (strcmp(name, c->name) == 0) {
            c->run();
            return true;
        }
    return false;
}

/* True, on all ranks, when TEST_SECONDS have passed; by default at once. */
static bool is_over(double start)
{
    const char *seconds = getenv("TEST_SECONDS");
    int mine, any;

    if (seconds == NULL)
        return true;
    mine = MPI_Wtime() - start >= atof(seconds);
    /* PMPI: a preloaded library would make a segment for its tenth call */
    PMPI_Allreduce(&mine, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return any;
}

/* Runs the named cases. Returns how many of them exist. */
static int run_all(int argc, char **argv)
{
    int found = 0;

    for (int arg = 1; arg < argc; arg++) {
        int before = test_failures;

        if (test_run_case(argv[arg]))
            found++;
        else if (test_rank == 0)
            fprintf(stderr, "no case %s\n", argv[arg]);
        if (test_failures > before)
            fprintf(stderr, "rank %d: case %s: %d failure(s)\n", test_rank,
                    argv[arg], test_failures - before);
    }
    return found;
}

int main(int argc, char **argv)
{
    int mine, total = 0, found, times = 0;
    double start;

    test_init(&argc, &argv);
    start = MPI_Wtime();
    do {
        found = run_all(argc, argv);
        times++;
    } while (!is_over(start));
    mine = test_failures;
    MPI_Allreduce(&mine, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (found != argc - 1 || argc < 2)
        total++;
    if (test_rank == 0)
        printf("%d case(s), %d failure(s), %d time(s)\n", found, total, times);
    MPI_Finalize();
    return total != 0;
}

void test_skip(const char *why)
{
    if (test_rank == 0)
        printf("skip: %s\n", why);
}

void test_parse(const char *text,
                int (*set)(void *params, const char *name, const char *value),
                void *params)
{
    char copy[256], *save, *word;

    snprintf(copy, sizeof(copy), "%s", text);
    for (word = strtok_r(copy, " ", &save); word != NULL;
         word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');

        *value++ = 0;
        EXPECT(set(params, word, value) == 0);
    }
}
