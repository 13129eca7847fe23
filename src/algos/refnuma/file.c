/* file.c: arrays to and from files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array.h"
#include "failure.h"

/*
 * A rank moves the pages that are at home there, not its section: its mirror
 * need not have all of a page that begins in the section of another. What was
 * written before the last barrier is all there.
 */
struct moving {
    struct refnuma_array *array;
    const char *path;
    int fd;
    char why[200]; /* it failed, if it did */
};

enum { CHUNK = 1 << 16 };

static int fail(struct moving *m, const char *what)
{
    snprintf(m->why, sizeof(m->why), "cannot %s %s: %s", what, m->path,
             strerror(errno));
    return MPI_ERR_IO;
}

/* All of them or, with errno, less. */
static bool put(int fd, const char *from, size_t bytes, off_t at)
{
    while (bytes > 0) {
        ssize_t n = pwrite(fd, from, bytes, at);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        from += n;
        bytes -= (size_t)n;
        at += n;
    }
    return true;
}

static bool get(int fd, char *to, size_t bytes, off_t at)
{
    while (bytes > 0) {
        ssize_t n = pread(fd, to, bytes, at);

        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO; /* it was long enough a moment ago */
        if (n <= 0)
            return false;
        to += n;
        bytes -= (size_t)n;
        at += n;
    }
    return true;
}

static int give(struct moving *m, size_t at, size_t bytes)
{
    const char *from = m->array->mirror.alias + at;

    return put(m->fd, from, bytes, (off_t)at) ? MPI_SUCCESS : fail(m, "write");
}

/* As the program would write it, so that whoever looks for writes sees it. */
static int take(struct moving *m, size_t at, size_t bytes)
{
    char buffer[CHUNK];

    for (size_t done = 0, part; done < bytes; done += part) {
        part = bytes - done < CHUNK ? bytes - done : CHUNK;
        if (!get(m->fd, buffer, part, (off_t)(at + done)))
            return fail(m, "read");
        memcpy(m->array->mirror.user + at + done, buffer, part);
    }
    return MPI_SUCCESS;
}

/* The bytes of own pages, up to the array's end. */
static int move(struct moving *m,
                int (*part)(struct moving *m, size_t at, size_t bytes))
{
    const struct rn_layout *l = &m->array->layout;
    const struct rn_extents *own = &m->array->own;
    int rc = MPI_SUCCESS;

    for (size_t i = 0; i < own->n && rc == MPI_SUCCESS; i++) {
        size_t at = own->v[i].first * l->page, end = own->v[i].end * l->page;

        if (end > l->n * l->size)
            end = l->n * l->size;
        rc = part(m, at, end - at);
    }
    return rc;
}

static int open_file(struct moving *m, int flags)
{
    if (m->fd < 0)
        m->fd = open(m->path, flags | O_CLOEXEC, 0666);
    return m->fd < 0 ? fail(m, "open") : MPI_SUCCESS;
}

/* File systems may tell as late as this that something could not be written. */
static int close_file(struct moving *m, int rc)
{
    int fd = m->fd;

    m->fd = -1;
    if (fd >= 0 && close(fd) != 0 && rc == MPI_SUCCESS)
        return fail(m, "write");
    return rc;
}

/* The first rank makes the file, of the array's size. */
static int create(struct moving *m)
{
    const struct rn_layout *l = &m->array->layout;
    int rc = open_file(m, O_WRONLY | O_CREAT | O_TRUNC);

    if (rc == MPI_SUCCESS && ftruncate(m->fd, (off_t)(l->n * l->size)) != 0)
        return fail(m, "write");
    return rc;
}

static int look(struct moving *m)
{
    const struct rn_layout *l = &m->array->layout;
    int rc = open_file(m, O_RDONLY);
    struct stat st;

    if (rc != MPI_SUCCESS)
        return rc;
    if (fstat(m->fd, &st) != 0)
        return fail(m, "read");
    if (S_ISREG(st.st_mode) && (uint64_t)st.st_size >= l->n * l->size)
        return MPI_SUCCESS;
    snprintf(m->why, sizeof(m->why),
             "%s has fewer bytes than the array, or is no file", m->path);
    return MPI_ERR_IO;
}

int refnuma_write(struct refnuma_array *array, const char *path)
{
    struct moving m = {.array = array, .path = path, .fd = -1};
    MPI_Comm comm;
    int rc = MPI_SUCCESS;

    if (array == NULL || path == NULL)
        return rn_fail(MPI_ERR_ARG, "no array, or no path");
    if (array->context->begun)
        return rn_fail(MPI_ERR_OTHER, "a barrier has begun and not ended");
    comm = array->context->comm;
    if (array->context->rank == 0)
        rc = create(&m);
    rc = rn_agree(comm, rc, m.why);
    if (rc != MPI_SUCCESS) {
        close_file(&m, rc);
        return rc;
    }
    rc = open_file(&m, O_WRONLY);
    if (rc == MPI_SUCCESS)
        rc = move(&m, give);
    rc = close_file(&m, rc);
    return rn_agree(comm, rc, m.why);
}

int refnuma_read(struct refnuma_array *array, const char *path)
{
    struct moving m = {.array = array, .path = path, .fd = -1};
    MPI_Comm comm;
    int rc;

    if (array == NULL || path == NULL)
        return rn_fail(MPI_ERR_ARG, "no array, or no path");
    if (array->context->begun)
        return rn_fail(MPI_ERR_OTHER, "a barrier has begun and not ended");
    comm = array->context->comm;
    rc = rn_agree(comm, look(&m), m.why);
    if (rc == MPI_SUCCESS)
        rc = rn_agree(comm, move(&m, take), m.why);
    close_file(&m, rc);
    return rc;
}
