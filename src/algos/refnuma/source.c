/* source.c: copies pages from the memory of their owners on the same node. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A rank opens the files of the other ranks' mirrors as /proc/PID/fd/FD and
 * maps them read-only. For the paper's "special delivery" of a first read it
 * copies the page word by word, so that it never reads a half-written word.
 */
#include "array.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Identifies the file of a rank's mirror to other ranks. */
struct rank_file {
    int64_t pid, fd, dev, ino;
};

/* The functions below return NULL, or the reason of their failure. */

static const char no_memory[] = "no memory for the list of owners";
static const char other_file[] =
    "ranks are in different PID namespaces: use first_read=undefined";

static const char *own_file(const struct rn_mirror *m, struct rank_file *mine)
{
    struct stat st;

    if (m->fd < 0 || fstat(m->fd, &st) != 0)
        return "other ranks cannot map the memory of an array, because it is "
               "not in a file: use first_read=undefined";
    *mine = (struct rank_file){getpid(), m->fd, (int64_t)st.st_dev,
                               (int64_t)st.st_ino};
    return NULL;
}

/* Maps a rank's file from h->first on. In another PID namespace the path may
 * lead to another file; the flags avoid waiting for a FIFO. */
static const char *map(struct rn_home *h, const struct rank_file *f,
                       size_t page)
{
    char path[64];
    struct stat st;
    int fd;

    snprintf(path, sizeof(path), "/proc/%jd/fd/%jd", (intmax_t)f->pid,
             (intmax_t)f->fd);
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 && errno != ENOENT)
        return "ranks may not open each other's memory (/proc/PID/fd): do "
               "they run as different users or in different containers? "
               "Use first_read=undefined";
    if (fd < 0)
        return other_file;
    if (fstat(fd, &st) != 0 || (int64_t)st.st_dev != f->dev ||
        (int64_t)st.st_ino != f->ino) {
        close(fd);
        return other_file;
    }
    h->mapped =
        rn_memory_map(h->bytes, PROT_READ, MAP_SHARED, fd, h->first * page);
    close(fd);
    return h->mapped != NULL
               ? NULL
               : "cannot map the memory of other ranks: too little address "
                 "space (ulimit -v)? Use first_read=undefined";
}

static const char *map_all(struct rn_source *s, const struct rank_file *all,
                           int self)
{
    size_t page = s->layout->page;
    struct rn_extents pages = {0};
    const char *why = NULL;

    for (int r = 0; why == NULL && r < s->layout->ranks; r++) {
        struct rn_home *h = &s->homes[r];

        if (r == self)
            continue;
        if (rn_layout_homes(s->layout, r, &pages) != 0) {
            why = no_memory;
        } else if (pages.n > 0) {
            h->first = pages.v[0].first;
            h->bytes = (pages.v[pages.n - 1].end - h->first) * page;
            why = map(h, &all[r], page);
        }
    }
    rn_extents_free(&pages);
    return why;
}

static int agree(MPI_Comm comm, const char *why)
{
    return rn_agree(comm, why == NULL ? MPI_SUCCESS : MPI_ERR_OTHER, why);
}

static int open_all(struct rn_source *s, MPI_Comm comm,
                    const struct rn_mirror *m, struct rank_file *all)
{
    struct rank_file mine;
    const char *why = s->homes == NULL || all == NULL ? no_memory : NULL;
    int self, rc;

    rc = agree(comm, why != NULL ? why : own_file(m, &mine));
    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_rank(comm, &self);
    rc = MPI_Allgather(&mine, 4, MPI_INT64_T, all, 4, MPI_INT64_T, comm);
    return agree(comm, rc != MPI_SUCCESS ? "MPI fails" : map_all(s, all, self));
}

int rn_source_open(struct rn_source *s, MPI_Comm comm,
                   const struct rn_layout *layout, const struct rn_mirror *m)
{
    size_t ranks = (size_t)layout->ranks;
    struct rank_file *all = malloc(ranks * sizeof(*all));
    int rc;

    *s = (struct rn_source){.layout = layout,
                            .homes = calloc(ranks, sizeof(*s->homes))};
    rc = open_all(s, comm, m, all);
    free(all);
    if (rc != MPI_SUCCESS)
        rn_source_close(s);
    return rc;
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
    /* The owner may write meanwhile by plain stores. Each word is read as a
     * whole. */
    for (size_t i = 0; i < bytes / sizeof(*copy); i++)
        copy[i] = atomic_load_explicit(&words[i], memory_order_relaxed);
    return true;
}
