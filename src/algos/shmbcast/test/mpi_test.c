/* mpi_test.c: run one case on all ranks: shmbcast_mpi CASE. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int test_rank, test_size, test_failures;

static const struct {
    const char *name;
    test_case_fn *run;
} cases[] = {
    {"sizes", case_sizes},
    {"trees", case_trees},
    {"alltrees", case_alltrees},
    {"small", case_small},
    {"backtoback", case_backtoback},
    {"types", case_types},
    {"bigelements", case_bigelements},
    {"giant", case_giant},
    {"packed", case_packed},
    {"many", case_many},
    {"subcomms", case_subcomms},
    {"single", case_single},
    {"fork", case_fork},
    {"threads", case_threads},
    {"badargs", case_badargs},
    {"toolarge", case_toolarge},
    {"full", case_full},
    {"apart", case_apart},
    {"killed", case_killed},
    {"placement", case_placement},
    {"truncate", case_truncate},
    {"progress", case_progress},
    {"big", case_big},
    {"bigelement", case_bigelement},
    {"named", case_named},
    {"nocomms", case_nocomms},
    {"calibrate", case_calibrate},
    {"uncalibrated", case_uncalibrated},
    {"resolve", case_resolve},
};

void test_fail(const char *file, int line, const char *what)
{
    if (test_failures++ < 5)
        fprintf(stderr, "rank %d: %s:%d: %s\n", test_rank, file, line, what);
}

void test_skip(const char *why)
{
    if (test_rank == 0)
        printf("skip: %s\n", why);
}

struct shmbcast_params test_params(const char *text)
{
    struct shmbcast_params params = shmbcast_params_default();
    char copy[256], *save, *word;

    snprintf(copy, sizeof(copy), "%s", text);
    for (word = strtok_r(copy, " ", &save); word != NULL;
         word = strtok_r(NULL, " ", &save)) {
        char *value = strchr(word, '=');

        *value++ = 0;
        EXPECT(shmbcast_params_parse(&params, word, value, NULL) == 0);
    }
    return params;
}

struct shmbcast *test_create(MPI_Comm comm, const char *text)
{
    struct shmbcast_params params = test_params(text);
    struct shmbcast_failure why;
    struct shmbcast *h = NULL;
    char line[200];

    if (shmbcast_create_why(comm, &params, &h, &why) != MPI_SUCCESS) {
        shmbcast_failure_text(&why, line, sizeof(line));
        test_fail(__FILE__, __LINE__, line);
    }
    return h;
}

void *test_alloc(size_t nbytes)
{
    void *p = malloc(nbytes + 1);

    if (p == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return p;
}

/* The message is a window into one period of noise, repeated. */
enum { PERIOD = 65521 };

static const unsigned char *noise(void)
{
    static unsigned char bytes[2 * PERIOD];
    uint32_t x = 12345;

    for (int i = 0; bytes[2 * PERIOD - 1] == 0 && i < 2 * PERIOD; i++) {
        x = x * 1664525 + 1013904223;
        bytes[i] = i < PERIOD ? (unsigned char)(x >> 24) : bytes[i - PERIOD];
    }
    return bytes;
}

void test_fill(void *buf, size_t nbytes, unsigned seed)
{
    const unsigned char *from = noise() + seed * 7919 % PERIOD;

    for (size_t at = 0; at < nbytes; at += PERIOD)
        memcpy((char *)buf + at, from,
               nbytes - at < PERIOD ? nbytes - at : PERIOD);
}

int test_same(const void *buf, size_t nbytes, unsigned seed)
{
    const unsigned char *from = noise() + seed * 7919 % PERIOD;

    for (size_t at = 0; at < nbytes; at += PERIOD)
        if (memcmp((const char *)buf + at, from,
                   nbytes - at < PERIOD ? nbytes - at : PERIOD) != 0)
            return 0;
    return 1;
}

void test_once(struct shmbcast *h, int rank, int root, size_t nbytes,
               unsigned seed)
{
    enum { GUARD = 64 };
    unsigned char *buf = test_alloc(nbytes + 2 * GUARD), *data = buf + GUARD;

    memset(buf, 0xa5, nbytes + 2 * GUARD);
    if (rank == root)
        test_fill(data, nbytes, seed);
    else
        test_fill(data, nbytes, seed + 1); /* poison */
    EXPECT(shmbcast_bcast(data, (MPI_Count)nbytes, MPI_BYTE, root, h) ==
           MPI_SUCCESS);
    EXPECT(test_same(data, nbytes, seed));
    for (int i = 0; i < GUARD; i++)
        EXPECT(buf[i] == 0xa5 && data[nbytes + (size_t)i] == 0xa5);
    free(buf);
}

int main(int argc, char **argv)
{
    int level, total = 0, found = 0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &test_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &test_size);
    for (int arg = 1; arg < argc; arg++)
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
            if (strcmp(argv[arg], cases[i].name) == 0) {
                cases[i].run();
                found++;
            }
    MPI_Allreduce(&test_failures, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (found != argc - 1 || argc < 2)
        total++;
    if (test_rank == 0)
        printf("%d case(s), %d failure(s)\n", found, total);
    MPI_Finalize();
    return total != 0;
}
