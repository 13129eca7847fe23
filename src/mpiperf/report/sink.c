/* sink.c: a file that records go to, in whole lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/file.h"
#include "lib/xmalloc.h"

const char *sink_error(int rc)
{
    switch (rc) {
    case SINK_IRREGULAR:
        return "it is no regular file";
    case SINK_LOCKED:
        return "another mpiperf is writing it: wait until that has ended, or "
               "name another file";
    case SINK_GONE:
        return "it was removed, moved or replaced while mpiperf was writing it";
    default:
        return strerror(-rc);
    }
}

/* ---- opening and locking ----------------------------------------------- */

static int file_open(struct sink *s)
{
    s->created = true;
    s->fd = open(s->file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (s->fd < 0 && errno == EEXIST) {
        s->created = false;
        s->fd = open(s->file, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    }
    return s->fd < 0 ? -errno : 0;
}

/* A file that another program has locked belongs to it, even if we made it. On
 * a file system without locks there are none. */
static int file_lock(struct sink *s)
{
    if (flock(s->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return 0;
    s->created = false;
    return SINK_LOCKED;
}

static bool is_gone(const struct sink *s)
{
    struct stat opened, named;

    if (fstat(s->fd, &opened) != 0)
        return false;
    if (stat(s->file, &named) != 0)
        return errno == ENOENT || errno == ENOTDIR;
    return opened.st_nlink == 0 || opened.st_dev != named.st_dev ||
           opened.st_ino != named.st_ino;
}

static int open_locked(struct sink *s)
{
    struct stat st;
    int rc;

    if (file_irregular(s->file))
        return SINK_IRREGULAR;
    rc = file_open(s);
    if (rc != 0)
        return rc;
    rc = file_lock(s);
    if (rc == 0 && is_gone(s))
        rc = SINK_GONE;
    if (rc == 0 && fstat(s->fd, &st) != 0)
        rc = -errno;
    if (rc == 0)
        s->size = (size_t)st.st_size;
    else
        sink_close(s);
    return rc;
}

/* Between open() and flock() another program that has failed may remove the
 * file that it had made: then try again. */
int sink_open(struct sink *s)
{
    int rc = SINK_GONE;

    for (int i = 0; i < 10 && rc == SINK_GONE; i++)
        rc = open_locked(s);
    return rc;
}

/* ---- content ----------------------------------------------------------- */

size_t sink_whole_lines(const char *text, size_t length, bool quotes)
{
    bool quoted = false;
    size_t whole = 0;

    for (size_t i = 0; i < length; i++) {
        if (quotes && text[i] == '"')
            quoted = !quoted;
        else if (text[i] == '\n' && !quoted)
            whole = i + 1;
    }
    return whole;
}

int sink_read(const struct sink *s, size_t from, char **text)
{
    char *buf = xmalloc(s->size - from + 1);
    size_t at = from;

    while (at < s->size) {
        ssize_t n = pread(s->fd, buf + at - from, s->size - at, (off_t)at);

        if (n == 0 || (n < 0 && errno != EINTR)) {
            int rc = n == 0 ? -EIO : -errno; /* shorter than a moment ago */

            free(buf);
            return rc;
        }
        at += n > 0 ? (size_t)n : 0;
    }
    buf[at - from] = '\0';
    *text = buf;
    return 0;
}

int sink_begin(struct sink *s)
{
    int rc;

    if (s->file == NULL)
        return 0;
    rc = sink_read(s, s->keep, &s->old);
    if (rc != 0)
        return rc;
    s->begun = true;
    return lseek(s->fd, (off_t)s->keep, SEEK_SET) < 0 ? -errno : 0;
}

/* ---- writing ----------------------------------------------------------- */

static int write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(fd, text, length);

        if (n < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        else if (n < 0 && errno != EINTR)
            return -errno;
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        }
    }
    return 0;
}

static void old_free(struct sink *s)
{
    free(s->old);
    s->old = NULL;
}

/* Makes the file what it was before sink_begin(). What was only written over
 * takes no room on the disk. */
static void restore(struct sink *s)
{
    if (lseek(s->fd, (off_t)s->keep, SEEK_SET) >= 0 &&
        write_all(s->fd, s->old, s->size - s->keep) == 0 &&
        ftruncate(s->fd, (off_t)s->size) != 0)
        s->broken = true; /* as it is then */
}

/* What is new takes the place of what was there once it is all written. */
static int write_first(struct sink *s, const char *text, size_t length)
{
    int rc = write_all(s->fd, text, length);

    if (rc == 0 && length < s->size - s->keep &&
        ftruncate(s->fd, (off_t)(s->keep + length)) != 0)
        rc = -errno;
    if (rc != 0)
        restore(s);
    return rc;
}

int sink_write(struct sink *s, const char *text, size_t length)
{
    off_t start;
    int rc;

    if (s->file == NULL)
        return write_all(s->fd, text, length);
    if (is_gone(s))
        return SINK_GONE;
    start = lseek(s->fd, 0, SEEK_CUR);
    if (start == (off_t)s->keep)
        return write_first(s, text, length);
    old_free(s);
    rc = write_all(s->fd, text, length);
    if (rc != 0 && ftruncate(s->fd, start) != 0)
        return rc; /* torn: --resume has to cope */
    return rc;
}

int sink_close(struct sink *s)
{
    int fd = s->fd, rc = 0;

    if (s->file != NULL && fd >= 0 && !s->broken && is_gone(s))
        rc = SINK_GONE;
    s->fd = -1;
    free(s->backlog);
    s->backlog = NULL;
    old_free(s);
    if (s->file != NULL && fd >= 0 && close(fd) != 0 && rc == 0)
        rc = -errno;
    return rc;
}

void sink_discard(struct sink *s)
{
    if (s->file != NULL && s->fd >= 0 && !is_gone(s)) {
        if (s->created)
            unlink(s->file);
        else if (s->begun)
            restore(s);
    }
    sink_close(s);
}
