/* mpi_life.c: handles: many, on subsets of ranks, after fork, in threads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int open_files(void)
{
    DIR *dir = opendir("/proc/self/fd");
    int n = 0;

    while (dir != NULL && readdir(dir) != NULL)
        n++;
    if (dir != NULL)
        closedir(dir);
    return n;
}

void case_many(const char *text)
{
    struct engine *h[ENGINE_ALIVE] = {NULL};
    int files = 0;
    /* fewer if ranks outnumber CPUs, which makes MPI's collectives slow */
    int rounds = test_size <= 2 ? 5 : 2;
    int alive = test_size <= 2 ? engine_alive : 7;

    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < alive; i++)
            h[i] = test_create(MPI_COMM_WORLD, text);
        for (int i = 0; i < 3 * alive; i++)
            if (h[i % alive] != NULL)
                test_once(h[i % alive], test_rank, i % test_size,
                          (size_t)i * 100, (unsigned)i);
        EXPECT(test_segments() == alive);
        for (int i = 0; i < alive; i++)
            EXPECT(engine_free(&h[alive - 1 - i]) == MPI_SUCCESS);
        EXPECT(test_segments() == 0);
        if (round == 0)
            files = open_files(); /* by now MPI has opened its own files */
        EXPECT(open_files() == files);
    }
}

void case_subcomms(const char *text)
{
    struct engine *world = test_create(MPI_COMM_WORLD, text);
    struct engine *part;
    MPI_Comm comm;
    int rank, size;

    /* halves with ranks in reverse order, used in turn with the world */
    MPI_Comm_split(MPI_COMM_WORLD, test_rank % 2, -test_rank, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    part = test_create(comm, text);
    MPI_Comm_free(&comm); /* the handle owns a duplicate */
    for (int i = 0; world != NULL && part != NULL && i < 60; i++) {
        test_once(part, rank, i % size, (size_t)i * 333, (unsigned)i);
        test_once(world, test_rank, i % test_size, (size_t)i * 222,
                  (unsigned)i);
    }
    EXPECT(engine_free(&part) == MPI_SUCCESS);
    EXPECT(engine_free(&world) == MPI_SUCCESS);
}

void case_fork(struct engine *h)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0)
        _exit(test_segments()); /* no segment may be mapped in the child */
    for (int i = 0; i < 20; i++)
        test_once(h, test_rank, i % test_size, 20000, (unsigned)i);
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
}

enum { THREADS = 3 };

static void *thread_main(void *handle)
{
    struct engine *h = handle;

    for (int i = 0; i < 40; i++)
        test_once(h, test_rank, i % test_size, 9000, (unsigned)i);
    EXPECT(engine_free(&h) == MPI_SUCCESS);
    return NULL;
}

/* Threads use and free their own handles at the same time. */
void case_threads(const char *text)
{
    struct engine *h[THREADS];
    pthread_t threads[THREADS];
    int level;

    MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE) {
        test_skip("this MPI has no MPI_THREAD_MULTIPLE");
        return;
    }
    for (int i = 0; i < THREADS; i++)
        h[i] = test_create(MPI_COMM_WORLD, text);
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_create(&threads[i], NULL, thread_main, h[i]) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

/* The last rank dies while the others wait for it in a broadcast. The caller of
 * this test must end the others, and check what is left. */
void case_orphan(const char *text)
{
    struct engine *e = test_create(MPI_COMM_WORLD, text);
    char *buf = test_alloc(1 << 20);

    if (e != NULL)
        test_once(e, test_rank, 0, 1 << 20, 1);
    if (test_rank == test_size - 1)
        kill(getpid(), SIGKILL);
    test_fill(buf, 1 << 20, 2);
    for (;;)
        EXPECT(engine_bcast(buf, 1 << 20, MPI_BYTE, 0, e) == MPI_SUCCESS);
}
