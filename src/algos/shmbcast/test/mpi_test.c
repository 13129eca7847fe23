/* mpi_test.c: runs cases on all ranks; usage: shmbcast_mpi CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct engine *test_create(MPI_Comm comm, const char *text)
{
    struct shmbcast_failure why;
    struct engine *h = NULL;
    char line[200];

    if (engine_create(comm, text, &h, &why) != MPI_SUCCESS) {
        shmbcast_failure_text(&why, line, sizeof(line));
        test_fail(__FILE__, __LINE__, line);
    }
    return h;
}

void test_refused(MPI_Comm comm, const char *text, int code)
{
    struct engine *h = (struct engine *)&h; /* failure must not change it */
    struct shmbcast_failure why;
    char line[200] = {0}, first[200];
    int rc = engine_create(comm, text, &h, &why);

    EXPECT(rc == code);
    EXPECT(why.code == code);
    EXPECT(h == (struct engine *)&h);
    EXPECT(shmbcast_failure_text(&why, line, sizeof(line)) > 0);
    memcpy(first, line, sizeof(first));
    MPI_Bcast(first, sizeof(first), MPI_CHAR, 0, MPI_COMM_WORLD);
    EXPECT(strcmp(first, line) == 0);
    if (test_rank == 0)
        printf("%s\n", line);
}

void test_once(struct engine *h, int rank, int root, size_t nbytes,
               unsigned seed)
{
    enum { GUARD = 64 };
    unsigned char *buf = test_alloc(nbytes + 2 * GUARD), *data = buf + GUARD;

    memset(buf, 0xa5, nbytes + 2 * GUARD);
    if (rank == root)
        test_fill(data, nbytes, seed);
    else
        test_fill(data, nbytes, seed + 1); /* wrong content, to be
                                            * overwritten */
    EXPECT(engine_bcast(data, (MPI_Count)nbytes, MPI_BYTE, root, h) ==
           MPI_SUCCESS);
    EXPECT(test_same(data, nbytes, seed));
    for (int i = 0; i < GUARD; i++)
        EXPECT(buf[i] == 0xa5 && data[nbytes + (size_t)i] == 0xa5);
    free(buf);
}

void test_works(void)
{
    struct engine *h = test_create(MPI_COMM_WORLD, engine_plain);

    if (h != NULL)
        test_once(h, test_rank, test_size - 1, 10000, 3);
    EXPECT(engine_free(&h) == MPI_SUCCESS);
}

static void run_setting(const struct engine_case *c, const char *text)
{
    struct engine *e;

    if (c->text != NULL) {
        c->text(text);
        return;
    }
    e = test_create(MPI_COMM_WORLD, text);
    if (e == NULL)
        return;
    c->handle(e);
    EXPECT(engine_free(&e) == MPI_SUCCESS);
    EXPECT(e == NULL);
}

/* Runs the case of that name with all of its settings. */
static bool run_case(const char *name)
{
    for (const struct engine_case *c = engine_cases; c->name != NULL; c++)
        if (strcmp(name, c->name) == 0) {
            if (c->once != NULL)
                c->once();
            for (int i = 0; c->settings[i] != NULL; i++)
                run_setting(c, c->settings[i]);
            return true;
        }
    return false;
}

int main(int argc, char **argv)
{
    int status;

    test_init(&argc, &argv);
    status = test_cases(argc, argv, run_case);
    MPI_Finalize();
    return status;
}

int test_same_everywhere(const void *bytes, size_t n)
{
    unsigned char *first = test_alloc(n);
    int here, everywhere;

    memcpy(first, bytes, n);
    MPI_Bcast(first, (int)n, MPI_BYTE, 0, MPI_COMM_WORLD);
    here = memcmp(first, bytes, n) == 0;
    free(first);
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return everywhere;
}
