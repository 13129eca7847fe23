/* firsttouch.c: on whose node the queues of a shared segment come to lie. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * firsttouch REPETITIONS NAME=FOLDER...: in a file in every FOLDER, a segment
 * as the paper's (section 4.1) with s = 64, f = 8192, q = 1: two pages of rank
 * 0's, then 192 pages of every rank's own. Ranks reserve and touch them in all
 * the ways below; one line of CSV a rank says where its pages are. [mapped]:
 * how many pages one read of one byte makes present in a new mapping.
 */
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <numaif.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096, HEAD = 2, QUEUE = 64 * 3 };

enum reserve { NONE, FALLOCATE, POPULATE, RANK0, NRESERVE };

static const char *const reserve_names[] = {"none", "fallocate", "populate",
                                            "rank0"};

static int rank, size, node;

struct segment {
    int fd;
    char *base, *mine;
    size_t bytes;
    int advice;
};

static void need(int fine, const char *what)
{
    if (fine)
        return;
    fprintf(stderr, "firsttouch: rank %d: %s: %s\n", rank, what,
            strerror(errno));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static char *map(const struct segment *s)
{
    char *p =
        mmap(NULL, s->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);

    need(p != MAP_FAILED, "mmap");
    need(madvise(p, s->bytes, s->advice) == 0, "madvise");
    (void)madvise(p, s->bytes, MADV_NOHUGEPAGE);
    return p;
}

/* A file without a name, which all ranks have open. */
static void segment_open(struct segment *s, const char *folder, int advice)
{
    int owner[2];
    char path[64];

    s->bytes = (size_t)(HEAD + size * QUEUE) * PAGE;
    s->advice = advice;
    if (rank == 0) {
        s->fd = open(folder, O_TMPFILE | O_RDWR, 0600);
        need(s->fd >= 0 && ftruncate(s->fd, (off_t)s->bytes) == 0, folder);
        owner[0] = getpid();
        owner[1] = s->fd;
    }
    MPI_Bcast(owner, 2, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(path, sizeof(path), "/proc/%d/fd/%d", owner[0], owner[1]);
    if (rank != 0)
        s->fd = open(path, O_RDWR);
    need(s->fd >= 0, path);
    s->base = map(s);
    s->mine = s->base + (size_t)(HEAD + rank * QUEUE) * PAGE;
    barrier();
}

static void segment_close(struct segment *s)
{
    barrier();
    munmap(s->base, s->bytes);
    close(s->fd);
}

static void reserve(const struct segment *s, enum reserve how)
{
    if (how == RANK0 && rank == 0)
        need(fallocate(s->fd, 0, 0, (off_t)s->bytes) == 0, "fallocate");
    if (how == FALLOCATE)
        need(fallocate(s->fd, 0, s->mine - s->base, QUEUE * PAGE) == 0,
             "fallocate");
    if (how == POPULATE)
        need(madvise(s->mine, QUEUE * PAGE, MADV_POPULATE_WRITE) == 0,
             "MADV_POPULATE_WRITE");
    barrier();
}

static void touch(const struct segment *s, int in_turn)
{
    for (int turn = 0; turn < (in_turn ? size : 1); turn++) {
        for (int i = 0; rank == 0 && turn == 0 && i < HEAD; i++)
            *(volatile char *)(s->base + i * PAGE) = 0;
        for (int i = 0; (!in_turn || turn == rank) && i < QUEUE; i++)
            *(volatile char *)(s->mine + i * PAGE) = 0;
        barrier();
    }
}

/* Of [n] pages those on [node], on others, or that this process has mapped. */
static void count(char *begin, int n, int *local, int *remote)
{
    *local = *remote = 0;
    for (int i = 0; i < n; i++) {
        void *page = begin + (size_t)i * PAGE;
        int status = -ENOENT;

        need(move_pages(0, 1, &page, NULL, &status, 0) == 0, "move_pages");
        *local += status == node;
        *remote += status >= 0 && status != node;
    }
}

static int mapped_by_one_read(const struct segment *s)
{
    char *p = map(s);
    int local, remote;

    (void)*(volatile char *)(p + (s->mine - s->base) + QUEUE / 2 * PAGE);
    count(p, HEAD + size * QUEUE, &local, &remote);
    munmap(p, s->bytes);
    return local + remote;
}

static void one(const char *name, const char *folder, int advice,
                enum reserve how, int in_turn, int repetition)
{
    int mine[4], all[4 * 64];
    struct segment s;

    segment_open(&s, folder, advice);
    reserve(&s, how);
    touch(&s, in_turn);
    mine[0] = node;
    count(s.mine, QUEUE, &mine[1], &mine[2]);
    barrier();
    mine[3] = mapped_by_one_read(&s);
    MPI_Gather(mine, 4, MPI_INT, all, 4, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < size; i++)
        printf("%s,%s,%s,%s,%d,%d,%d,%d,%d,%d\n", name,
               advice == MADV_RANDOM ? "off" : "on", reserve_names[how],
               in_turn ? "in turn" : "together", repetition, i, all[4 * i],
               all[4 * i + 1], all[4 * i + 2], all[4 * i + 3]);
    segment_close(&s);
}

static void all_ways(const char *name, const char *folder, int repetition)
{
    static const int advices[] = {MADV_NORMAL, MADV_RANDOM};

    for (int how = 0; how < NRESERVE; how++)
        for (int in_turn = 1; in_turn >= 0; in_turn--)
            for (int i = 0; i < 2; i++)
                one(name, folder, advices[i], how, in_turn, repetition);
}

int main(int argc, char **argv)
{
    unsigned here;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    need(getcpu(NULL, &here) == 0, "getcpu");
    node = (int)here;
    if (size > 64 || argc < 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    if (rank == 0)
        printf("file,readahead,reserved,touched,repetition,rank,node,local,"
               "remote,mapped\n");
    for (int i = 2; i < argc; i++) {
        char *folder = strchr(argv[i], '=');

        *folder++ = '\0';
        for (int j = 1; j <= atoi(argv[1]); j++)
            all_ways(argv[i], folder, j);
    }
    MPI_Finalize();
    return 0;
}
