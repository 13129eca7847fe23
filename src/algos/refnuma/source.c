/* source.c: pages copied from the memory of their owners on the same node. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "mirror.h"

/* Ascending: all ranks tell the highest that any of them has. */
enum trouble { NONE, NO_MEMORY, NO_FILE, NO_ACCESS, OTHER_FILE, NO_MAPPING };
static const char *const reasons[] = {
    [NO_MEMORY] = "no memory for the list of owners",
    [NO_FILE] = "the memory of an array is in no file that others could map: "
                "use first_read=undefined",
    [NO_ACCESS] = "ranks may not open each other's memory (/proc/PID/fd): do "
                  "they run as different users or in different containers? "
                  "Use first_read=undefined",
    [OTHER_FILE] = "ranks have different numbers of processes (PID "
                   "namespaces): use first_read=undefined",
    [NO_MAPPING] = "the memory of other ranks cannot be mapped: too little "
                   "address space (ulimit -v)? Use first_read=undefined",
};

/* What a rank tells of its memory. */
struct rank_file {
    int64_t pid, fd, dev, ino;
};

static enum trouble tell(const struct rn_mirror *m, struct rank_file *mine)
{
    struct stat st;

    *mine = (struct rank_file){.pid = getpid(), .fd = m->fd};
    if (m->fd < 0 || fstat(m->fd, &st) != 0)
        return NO_FILE;
    mine->dev = (int64_t)st.st_dev;
    mine->ino = (int64_t)st.st_ino;
    return NONE;
}

/* Maps a rank's file, from h->first on. Where it has another number here, the
 * path may be anything's: a pipe is not waited for. */
static enum trouble map(struct rn_home *h, const struct rank_file *t,
                        size_t page)
{
    char path[64];
    struct stat st;
    int fd;

    snprintf(path, sizeof(path), "/proc/%jd/fd/%jd", (intmax_t)t->pid,
             (intmax_t)t->fd);
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return errno == ENOENT ? OTHER_FILE : NO_ACCESS;
    if (fstat(fd, &st) != 0 || (int64_t)st.st_dev != t->dev ||
        (int64_t)st.st_ino != t->ino) {
        close(fd);
        return OTHER_FILE;
    }
    h->mapped =
        rn_memory_map(h->bytes, PROT_READ, MAP_SHARED, fd, h->first * page);
    close(fd);
    return h->mapped == NULL ? NO_MAPPING : NONE;
}

static enum trouble map_all(struct rn_source *s, const struct rank_file *all,
                            int self)
{
    size_t page = s->layout->page;
    struct rn_extents pages = {0};
    enum trouble t = NONE;

    for (int r = 0; t == NONE && r < s->layout->ranks; r++) {
        struct rn_home *h = &s->homes[r];

        if (r == self)
            continue;
        rn_extents_clear(&pages);
        if (rn_layout_homes(s->layout, r, &pages) != 0) {
            t = NO_MEMORY;
        } else if (pages.n > 0) {
            h->first = pages.v[0].first;
            h->bytes = (pages.v[pages.n - 1].end - h->first) * page;
            t = map(h, &all[r], page);
        }
    }
    rn_extents_free(&pages);
    return t;
}

/* The highest of all ranks. An MPI error code. */
static int agree(MPI_Comm comm, enum trouble mine, enum trouble *worst)
{
    int have = (int)mine, all = 0;
    int rc = MPI_Allreduce(&have, &all, 1, MPI_INT, MPI_MAX, comm);

    *worst = (enum trouble)all;
    return rc;
}

static int open_all(struct rn_source *s, MPI_Comm comm,
                    const struct rn_mirror *m, struct rank_file *all,
                    enum trouble *worst)
{
    struct rank_file mine;
    enum trouble t = s->homes == NULL || all == NULL ? NO_MEMORY : NONE;
    int self, rc;

    MPI_Comm_rank(comm, &self);
    if (t == NONE)
        t = tell(m, &mine);
    rc = agree(comm, t, worst);
    if (rc != MPI_SUCCESS || *worst != NONE)
        return rc;
    rc = MPI_Allgather(&mine, 4, MPI_INT64_T, all, 4, MPI_INT64_T, comm);
    if (rc == MPI_SUCCESS)
        rc = agree(comm, map_all(s, all, self), worst);
    return rc;
}

int rn_source_open(struct rn_source *s, MPI_Comm comm,
                   const struct rn_layout *layout, struct rn_mirror *m,
                   const char **why)
{
    size_t ranks = (size_t)layout->ranks;
    struct rank_file *all = malloc(ranks * sizeof(*all));
    enum trouble worst = NONE;
    int rc;

    *s = (struct rn_source){.layout = layout,
                            .homes = calloc(ranks, sizeof(*s->homes))};
    rc = open_all(s, comm, m, all, &worst);
    free(all);
    if (rc == MPI_SUCCESS && worst == NONE) {
        m->set.fill = rn_source_fill;
        m->set.fill_arg = s;
        return MPI_SUCCESS;
    }
    *why = rc != MPI_SUCCESS ? "MPI fails" : reasons[worst];
    rn_source_close(s);
    return rc != MPI_SUCCESS ? rc : MPI_ERR_OTHER;
}

void rn_source_close(struct rn_source *s)
{
    for (int r = 0; s->homes != NULL && r < s->layout->ranks; r++)
        if (s->homes[r].mapped != NULL)
            rn_memory_unmap((void *)(uintptr_t)s->homes[r].mapped,
                            s->homes[r].bytes);
    free(s->homes);
    s->homes = NULL;
}

bool rn_source_fill(void *source, uint64_t page, void *to)
{
    const struct rn_source *s = source;
    size_t bytes = s->layout->page;
    const struct rn_home *from = &s->homes[rn_layout_home(s->layout, page)];
    const _Atomic uint64_t *words;
    uint64_t *copy = to;

    if (from->mapped == NULL)
        return false;
    words = (const void *)(from->mapped + (page - from->first) * bytes);
    /* the owner writes plain words: each is got whole, in no order */
    for (size_t i = 0; i < bytes / sizeof(*copy); i++)
        copy[i] = atomic_load_explicit(&words[i], memory_order_relaxed);
    return true;
}
