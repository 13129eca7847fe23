/* segment.c: shared memory without a file name, reserved before use. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 4.1: every rank allocates its own range, so that its pages come from
 * its NUMA node. The paper also turns read-ahead off, which has no effect in
 * /dev/shm (doc/numa.md). Beyond the paper, the file has no name, all memory is
 * reserved before use, and a step that fails on one rank fails on all ranks.
 * Cost: the pages, and two collective calls.
 */
#include "team.h"

#include <errno.h>
#include <fcntl.h>
#include <numaif.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "lib/populate.h"

/* Describes rank 0's file to the other ranks. error != 0: there is no file. */
struct ticket {
    int64_t error, pid, fd;
    uint64_t cookie;
};

int sb_extent_init(struct sb_extent *e, size_t head, size_t stride, int nranks)
{
    size_t ranks;

    e->head = head;
    e->stride = stride;
    e->nranks = nranks;
    if (__builtin_mul_overflow((size_t)nranks, stride, &ranks) ||
        __builtin_add_overflow(head, ranks, &e->bytes) ||
        e->bytes > PTRDIFF_MAX)
        return -EOVERFLOW;
    return 0;
}

/* Returns the offset of the cookie, which is the last 8 bytes of the head. */
static off_t cookie_at(const struct sb_extent *e)
{
    return (off_t)(e->head - sizeof(uint64_t));
}

/* Creates a file in /dev/shm without a name, so that nothing is left if the job
 * dies. memfd_create() would do that too, but the memory it uses is limited
 * only by the OOM killer; /dev/shm has a size limit, and exceeding it gives
 * ENOSPC. */
static int file_create(const struct sb_extent *e, int *fd, struct ticket *t)
{
    struct rlimit limit;

    *fd = open("/dev/shm", O_TMPFILE | O_RDWR | O_EXCL | O_CLOEXEC, 0600);
    if (*fd < 0)
        return errno;
    /* above RLIMIT_FSIZE, ftruncate() raises a signal instead of failing */
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && e->bytes > limit.rlim_cur)
        return EFBIG;
    if (ftruncate(*fd, (off_t)e->bytes) != 0)
        return errno;
    if (getrandom(&t->cookie, sizeof(t->cookie), 0) !=
        (ssize_t)sizeof(t->cookie))
        return EIO;
    t->pid = getpid();
    t->fd = *fd;
    return 0;
}

/* Opens rank 0's file through /proc. If this rank runs in another container,
 * the process id may denote another process and the path may lead to any file.
 * Therefore O_NONBLOCK prevents a wait for a pipe, and the random cookie in the
 * file proves that it is the right one. */
static int file_open(const struct sb_extent *e, const struct ticket *t, int *fd)
{
    char path[64];
    uint64_t cookie;

    snprintf(path, sizeof(path), "/proc/%lld/fd/%lld", (long long)t->pid,
             (long long)t->fd);
    *fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (*fd < 0)
        return errno;
    if (pread(*fd, &cookie, sizeof(cookie), cookie_at(e)) !=
            (ssize_t)sizeof(cookie) ||
        cookie != t->cookie)
        return EXDEV;
    return 0;
}

static int map(int fd, const struct sb_extent *e, char **base)
{
    void *p = mmap(NULL, e->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int error = errno;

    if (p == MAP_FAILED)
        return error != 0 ? error : ENOMEM;
    *base = p;
    /* a child of fork() must not access the segment or keep it in memory */
    if (madvise(p, e->bytes, MADV_DONTFORK) != 0)
        return errno;
    /* a huge page could span the ranges of two ranks; ignore EINVAL, which a
     * kernel without huge pages returns */
    (void)madvise(p, e->bytes, MADV_NOHUGEPAGE);
    return 0;
}

/*
 * Reserves [bytes] at offset [begin], because touching a page that /dev/shm
 * cannot provide raises SIGBUS. Every rank reserves its own range, because the
 * kernel takes the pages from the caller's NUMA node. madvise() works through
 * the mapping, where huge pages are excluded. fallocate() does not know the
 * mapping: if /dev/shm is mounted with huge=always, one huge page would hold
 * the queues of several ranks. So it is used only on older kernels, and to find
 * out why there is no memory.
 *
 * Works in pieces, because a signal undoes what the interrupted call has done:
 * under frequent signals a long call might never end. Returns 0 or an errno.
 */
static int reserve(int fd, char *base, size_t begin, size_t bytes)
{
    const size_t piece = (size_t)1 << 20;

    /* fail now: a request that cannot fit would first fill the memory */
    if (bytes > shm_room())
        return ENOSPC;
    while (bytes > 0) {
        size_t n = bytes < piece ? bytes : piece;

        if (madvise(base + begin, n, MADV_POPULATE_WRITE) == 0 ||
            fallocate(fd, 0, (off_t)begin, (off_t)n) == 0) {
            begin += n;
            bytes -= n;
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

/* Rank 0: creates the file, with the cookie that the other ranks check in its
 * head. */
static void file_first(struct sb_agree *a, const struct sb_extent *e,
                       const int *leaders, int *fd, char **base,
                       struct ticket *t)
{
    if (sb_note(a, SB_FILE, file_create(e, fd, t)) &&
        sb_note(a, SB_MAP, map(*fd, e, base)) &&
        sb_note(a, SB_RESERVE, reserve(*fd, *base, 0, e->head))) {
        if (leaders != NULL)
            memcpy(*base, leaders, (size_t)e->nranks * sizeof(*leaders));
        memcpy(*base + cookie_at(e), &t->cookie, sizeof(t->cookie));
    }
    t->error = a->error;
}

/* Sets [fd] and [base] on all ranks, or records why it could not. Rank 0 must
 * keep its file open until the others have opened it. */
static int file_share(struct sb_agree *a, const struct sb_extent *e,
                      const int *leaders, int *fd, char **base)
{
    struct ticket t = {0};
    int rc;

    if (a->rank == 0)
        file_first(a, e, leaders, fd, base, &t);
    rc = PMPI_Bcast(&t, (int)sizeof(t), MPI_BYTE, 0, a->comm);
    if (rc != MPI_SUCCESS)
        return sb_result(a, "cannot tell the other ranks about the file", rc);
    if (a->rank != 0 && t.error == 0 &&
        sb_note(a, SB_OPEN, file_open(e, &t, fd)))
        sb_note(a, SB_MAP, map(*fd, e, base));
    return MPI_SUCCESS;
}

/* Returns the start of the range of [rank]. */
static char *range_of(const struct sb_extent *e, char *base, int rank)
{
    return base + e->head + (size_t)rank * e->stride;
}

/* Allocates the pages of this rank's range. Touches each page here: a page that
 * was not reserved is placed on the node of the rank that touches it first. */
static void take_range(struct sb_agree *a, const struct sb_extent *e, int fd,
                       char *base)
{
    char *own = range_of(e, base, a->rank);
    size_t page = sb_page_size();

    if (sb_note(a, SB_RESERVE,
                reserve(fd, base, (size_t)(own - base), e->stride)))
        for (size_t at = 0; at < e->stride; at += page)
            *(volatile char *)(own + at) = 0;
}

/* Maps the pages of the other ranks' ranges, which all exist now, so that the
 * first message causes no page faults. Older kernels cannot do this; there the
 * first message does. */
static void map_others(const struct sb_extent *e, char *base, int rank)
{
    char *own = range_of(e, base, rank), *behind = own + e->stride;

    (void)madvise(base, (size_t)(own - base), MADV_POPULATE_READ);
    (void)madvise(behind, (size_t)(base + e->bytes - behind),
                  MADV_POPULATE_READ);
}

int sb_segment_open(struct sb_agree *a, const struct sb_extent *e,
                    const int *leaders, char **base)
{
    char *p = NULL;
    int fd = -1, rc = file_share(a, e, leaders, &fd, &p);

    if (rc == MPI_SUCCESS) {
        if (p != NULL && a->error == 0)
            take_range(a, e, fd, p);
        rc = sb_agree(a);
    }
    if (fd >= 0)
        close(fd); /* no error possible: nothing was written */
    if (rc == MPI_SUCCESS) {
        map_others(e, p, a->rank);
        *base = p;
    } else if (p != NULL) {
        munmap(p, e->bytes);
    }
    return rc;
}

void sb_segment_pages(const struct sb_extent *e, char *base, int rank, int node,
                      long *local, long *remote)
{
    char *own = range_of(e, base, rank);
    size_t page = sb_page_size();

    *local = *remote = 0;
    for (size_t at = 0; at < e->stride; at += page) {
        void *pages = own + at;
        int status;

        /* without target nodes, move_pages() only reports page locations */
        if (move_pages(0, 1, &pages, NULL, &status, 0) != 0) {
            *local = *remote = -1;
            return;
        }
        *local += status == node;
        *remote += status >= 0 && status != node;
    }
}

void sb_segment_close(char *base, const struct sb_extent *e)
{
    munmap(base, e->bytes);
}
