/* neighbours.c: a ring of the node's ranks; neighbours share memory and pass
 * cache lines back and forth. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/neighbours.h"

#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/xmalloc.h"
#include "mpi/nodes.h"
#include "timers/bracket.h"
#include "timers/quality.h"

/* Loop iterations before a waiting process yields. They take longer than any
 * round trip, so the other process is probably not running, and its core is
 * wanted: from then on, iterations before it yields again. */
enum { SPINS = 20000, SPINS_AGAIN = 500 };

/*
 * Starts a meeting on this side. Both sides pass the same meeting number, which
 * must be larger than in any earlier meeting on these lines; the lines are all
 * zero at first. A side that gives up at the deadline, or arrives after the
 * other one has left, fails in this meeting but can take part in the next.
 */
static struct line_side line_begin(struct lines *l, bool first,
                                   uint32_t meeting, int64_t deadline)
{
    return (struct line_side){
        .mine = first ? &l->first : &l->second,
        .other = first ? &l->second : &l->first,
        .number = (uint64_t)meeting << 32,
        .last = (uint64_t)meeting << 32 | UINT32_MAX,
        .deadline = deadline,
    };
}

bool line_await(const struct line_side *s, uint64_t number)
{
    for (int spins = SPINS;; spins = SPINS_AGAIN) {
        for (int i = 0; i < spins; i++) {
            /* Acquire: pairs with the release in line_write(), which makes
             * visible what the other side wrote before. */
            uint64_t seen =
                atomic_load_explicit(&s->other->number, memory_order_acquire);

            if (seen >= number)
                return seen == number;
        }
        if (raw_now() > s->deadline)
            return false;
        sched_yield();
    }
}

void line_write(struct line_side *s, uint64_t number)
{
    /* Release: pairs with the acquire in line_await(). */
    atomic_store_explicit(&s->mine->number, number, memory_order_release);
}

bool trip_send(struct line_side *s)
{
    line_write(s, ++s->number);
    return line_await(s, s->number);
}

bool trip_return(struct line_side *s)
{
    if (!line_await(s, ++s->number))
        return false;
    line_write(s, s->number);
    return true;
}

/* Identifies rank 0's file for the other ranks; pid is 0 without a file. */
struct invitation {
    int64_t pid, fd, device, inode;
};
enum { INVITATION_WORDS = 4 };

/* Creates the file and allocates its blocks, so that touching them cannot raise
 * SIGBUS. Returns its descriptor, or -1. */
static int file_create(size_t bytes, struct invitation *inv)
{
    struct stat st;
    int fd = memfd_create("mpiperf", MFD_CLOEXEC);

    if (fd < 0)
        return -1;
    if (posix_fallocate(fd, 0, (off_t)bytes) != 0 || fstat(fd, &st) != 0) {
        close(fd);
        return -1;
    }
    *inv = (struct invitation){getpid(), fd, (int64_t)st.st_dev,
                               (int64_t)st.st_ino};
    return fd;
}

/* Returns a descriptor of rank 0's file, or -1. Checks that it is that file,
 * because in another PID namespace the pid may belong to another process. */
static int file_open(const struct invitation *inv)
{
    char path[64];
    struct stat st;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/fd/%d", (int)inv->pid, (int)inv->fd);
    fd = inv->pid != 0 ? open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK) : -1;
    if (fd < 0 || (fstat(fd, &st) == 0 && (int64_t)st.st_dev == inv->device &&
                   (int64_t)st.st_ino == inv->inode))
        return fd;
    close(fd);
    return -1;
}

enum { ROUNDS = 2 };

static size_t pairs_bytes(const struct neighbours *n)
{
    return (size_t)n->size * sizeof(*n->pairs);
}

/*
 * Rank 0 creates an anonymous file, and the others open it through /proc. Such
 * a file has no name to remove and does not need /dev/shm, which may be full or
 * missing. Either all ranks of the node map the memory, or none uses it.
 */
static int pairs_open(struct neighbours *n, MPI_Comm node)
{
    struct invitation inv = {0};
    void *memory = MAP_FAILED;
    int fd = n->rank == 0 ? file_create(pairs_bytes(n), &inv) : -1;
    int have, all = 0, rc;

    rc = MPI_Bcast(&inv, INVITATION_WORDS, MPI_INT64_T, 0, node);
    if (rc == MPI_SUCCESS && n->rank != 0)
        fd = file_open(&inv);
    if (fd >= 0)
        memory = mmap(NULL, pairs_bytes(n), PROT_READ | PROT_WRITE, MAP_SHARED,
                      fd, 0);
    have = memory != MAP_FAILED;
    if (rc == MPI_SUCCESS)
        rc = MPI_Allreduce(&have, &all, 1, MPI_INT, MPI_LAND, node);
    if (fd >= 0)
        close(fd); /* all ranks that can open rank 0's have done so */
    if (all) {
        n->pairs = memory;
        n->copy = xcalloc(1, PAIR_BYTES);
    } else if (have) {
        munmap(memory, pairs_bytes(n));
    }
    return rc;
}

int neighbours_open(struct neighbours *n, MPI_Comm node)
{
    int rc;

    *n = (struct neighbours){0};
    comm_position(node, &n->rank, &n->size);
    if (n->size < 2)
        return MPI_SUCCESS;
    n->step = raw_step();
    rc = MPI_Allreduce(MPI_IN_PLACE, &n->step, 1, MPI_DOUBLE, MPI_MAX, node);
    return rc != MPI_SUCCESS ? rc : pairs_open(n, node);
}

void neighbours_close(struct neighbours *n)
{
    if (n->pairs != NULL)
        munmap(n->pairs, pairs_bytes(n));
    free(n->copy);
    *n = (struct neighbours){0};
}

int neighbours_pair(int rank, int size, int round, bool *first)
{
    int pair;

    *first = rank % ROUNDS == round;
    pair = *first ? rank : (rank + size - 1) % size;
    return pair == size - 1 && size % ROUNDS != 0 ? -1 : pair;
}

double neighbours_time(struct neighbours *n, pair_fn *first, pair_fn *second,
                       void *context)
{
    double largest = 0;

    n->meetings++;
    for (int round = 0; round < ROUNDS && n->pairs != NULL; round++) {
        bool is_first;
        int i = neighbours_pair(n->rank, n->size, round, &is_first);
        struct line_side s;
        double t;

        if (i < 0)
            continue;
        s = line_begin(&n->pairs[i].lines, is_first, n->meetings, n->deadline);
        t = (is_first ? first : second)(&n->pairs[i], &s, context);
        if (isnan(t))
            line_write(&s, s.last); /* tells the other side */
        if (isnan(t) || t > largest)
            largest = t;
    }
    return largest;
}
