/* file.c: writes arrays to files and reads them. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A rank transfers the pages whose home it is. It cannot transfer its section
 * instead, which may begin or end in a page of another rank that the mirror
 * lacks. The home has all values written before the last barrier.
 *
 * The array is written to a new file in the same directory, which replaces the
 * old file when all ranks have written. A failure leaves the old file
 * unchanged.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "array.h"

struct moving {
    struct refnuma_array *array;
    const char *path;
    uint64_t beside; /* random number in the new file's name */
    bool made;       /* true if this rank created the new file */
    int fd;
    char why[200]; /* reason of a failure */
};

enum { CHUNK = 1 << 16 };
static const char irregular[] = "is not a regular file";

static int fail(struct moving *m, const char *what)
{
    snprintf(m->why, sizeof(m->why), "cannot %s %s: %s", what, m->path,
             strerror(errno));
    return MPI_ERR_IO;
}

/* Writes or reads the bytes. Returns false with errno after a failure. */
static bool transfer(int fd, bool out, char *p, size_t bytes, size_t at)
{
    while (bytes > 0) {
        ssize_t n = out ? pwrite(fd, p, bytes, (off_t)at)
                        : pread(fd, p, bytes, (off_t)at);

        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO; /* the file was longer when it was opened */
        if (n <= 0)
            return false;
        p += n;
        bytes -= (size_t)n;
        at += (size_t)n;
    }
    return true;
}

static int give(struct moving *m, size_t at, size_t bytes)
{
    return transfer(m->fd, true, m->array->mirror.alias + at, bytes, at)
               ? MPI_SUCCESS
               : fail(m, "write");
}

/* Writes through the program's mapping, so that the write is detected. */
static int take(struct moving *m, size_t at, size_t bytes)
{
    char buffer[CHUNK];

    for (size_t done = 0, part; done < bytes; done += part) {
        part = bytes - done < CHUNK ? bytes - done : CHUNK;
        if (!transfer(m->fd, false, buffer, part, at + done))
            return fail(m, "read");
        memcpy(m->array->mirror.user + at + done, buffer, part);
    }
    return MPI_SUCCESS;
}

/* Calls part() for the bytes of this rank's pages, up to the array's end. */
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

static size_t bytes_of(const struct moving *m)
{
    return m->array->layout.n * m->array->layout.size;
}

static int refuse(struct moving *m, const char *what)
{
    snprintf(m->why, sizeof(m->why), "%s %s", m->path, what);
    return MPI_ERR_IO;
}

/* Makes the new file's name. Returns an errno value. */
static int name_of(const struct moving *m, char name[PATH_MAX])
{
    int n = snprintf(name, PATH_MAX, "%s.%016" PRIx64, m->path, m->beside);

    return n < 0 || n >= PATH_MAX ? ENAMETOOLONG : 0;
}

/* Opens the new file. Fails if the file size limit is too low, because a write
 * beyond it would raise a signal. */
static int open_new(struct moving *m, int flags)
{
    struct rlimit limit;
    char name[PATH_MAX];

    errno = name_of(m, name);
    if (errno == 0 && m->fd < 0)
        m->fd = open(name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | flags, 0666);
    if (m->fd < 0)
        return fail(m, "open");
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || bytes_of(m) <= limit.rlim_cur)
        return MPI_SUCCESS;
    errno = EFBIG;
    return fail(m, "write");
}

/* Closes the file; close() may report that an earlier write failed. */
static int close_file(struct moving *m, int rc)
{
    int fd = m->fd;

    m->fd = -1;
    if (fd >= 0 && close(fd) != 0 && rc == MPI_SUCCESS)
        return fail(m, "write");
    return rc;
}

/* On rank 0: creates the new file with the array's size and the old file's
 * permissions. Refuses to replace anything but a regular file. */
static int create(struct moving *m)
{
    struct stat old;
    bool there = lstat(m->path, &old) == 0;
    int rc;

    if (there && !S_ISREG(old.st_mode))
        return refuse(m, irregular);
    if (there && access(m->path, W_OK) != 0)
        return fail(m, "write");
    if (getrandom(&m->beside, sizeof(m->beside), 0) != sizeof(m->beside))
        return fail(m, "name a regular file");
    rc = open_new(m, O_CREAT | O_EXCL);
    m->made = m->fd >= 0;
    if (rc != MPI_SUCCESS)
        return rc;
    if ((there && fchmod(m->fd, old.st_mode & 0777) != 0) ||
        ftruncate(m->fd, (off_t)bytes_of(m)) != 0)
        return fail(m, "write");
    return MPI_SUCCESS;
}

/* Replaces the old file by the new one if that is complete, else removes the
 * new one. Only on the rank that created it. */
static int place(struct moving *m, bool whole)
{
    char name[PATH_MAX];
    int rc = MPI_SUCCESS;

    if (!m->made || name_of(m, name) != 0)
        return rc;
    if (whole && rename(name, m->path) != 0)
        rc = fail(m, "replace");
    if (!whole || rc != MPI_SUCCESS)
        unlink(name);
    return rc;
}

/* Writes all ranks' pages to the file that rank 0 has created. */
static int give_all(struct moving *m, MPI_Comm comm)
{
    int rc = MPI_Bcast(&m->beside, 1, MPI_UINT64_T, 0, comm);

    if (rc != MPI_SUCCESS)
        snprintf(m->why, sizeof(m->why), "MPI fails");
    else
        rc = open_new(m, 0);
    return rc == MPI_SUCCESS ? move(m, give) : rc;
}

/* Opens the old file. Neither waits for a FIFO's writer nor acquires a
 * controlling terminal. */
static int open_old(struct moving *m)
{
    struct stat st;

    m->fd = open(m->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (m->fd < 0)
        return fail(m, "open");
    if (fstat(m->fd, &st) != 0)
        return fail(m, "read");
    if (!S_ISREG(st.st_mode))
        return refuse(m, irregular);
    return (uint64_t)st.st_size >= bytes_of(m)
               ? MPI_SUCCESS
               : refuse(m, "has fewer bytes than the array");
}

static int no_path(struct moving *m)
{
    snprintf(m->why, sizeof(m->why), "no path");
    return m->path == NULL ? MPI_ERR_ARG : MPI_SUCCESS;
}

int refnuma_write(struct refnuma_array *array, const char *path)
{
    struct moving m = {.array = array, .path = path, .fd = -1};
    int rc = rn_array_idle(array);
    MPI_Comm comm;

    if (rc != MPI_SUCCESS)
        return rc;
    comm = array->context->comm;
    rc = no_path(&m);
    if (rc == MPI_SUCCESS && array->context->rank == 0)
        rc = create(&m);
    rc = rn_agree_same(comm, rn_array_digest(array, RN_WRITE, path), rc, m.why);
    if (rc == MPI_SUCCESS)
        rc = rn_agree(comm, close_file(&m, give_all(&m, comm)), m.why);
    if (rc == MPI_SUCCESS)
        return rn_agree(comm, place(&m, true), m.why);
    close_file(&m, rc);
    place(&m, false);
    return rc;
}

int refnuma_read(struct refnuma_array *array, const char *path)
{
    struct moving m = {.array = array, .path = path, .fd = -1};
    int rc = rn_array_idle(array);
    MPI_Comm comm;

    if (rc != MPI_SUCCESS)
        return rc;
    comm = array->context->comm;
    rc = no_path(&m);
    if (rc == MPI_SUCCESS)
        rc = open_old(&m);
    rc = rn_agree_same(comm, rn_array_digest(array, RN_READ, path), rc, m.why);
    if (rc == MPI_SUCCESS)
        rc = rn_agree(comm, move(&m, take), m.why);
    close_file(&m, rc);
    return rc;
}
