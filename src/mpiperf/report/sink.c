/* sink.c: a file that records go to, in whole lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int sink_open(struct sink *s)
{
    s->created = true;
    s->fd = open(s->file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (s->fd < 0 && errno == EEXIST) {
        s->created = false;
        s->fd = open(s->file, O_RDWR | O_CLOEXEC);
        if (s->fd < 0 && errno == EACCES) /* a device may be write-only */
            s->fd = open(s->file, O_WRONLY | O_CLOEXEC);
    }
    return s->fd < 0 ? -errno : 0;
}

static bool is_regular(const struct sink *s, size_t *size)
{
    struct stat st;

    if (fstat(s->fd, &st) != 0 || !S_ISREG(st.st_mode))
        return false;
    *size = (size_t)st.st_size;
    return true;
}

int sink_empty(struct sink *s)
{
    size_t size;

    if (!is_regular(s, &size))
        return 0;
    return ftruncate(s->fd, 0) == 0 ? 0 : -errno;
}

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

static int read_all(int fd, char *buf, size_t size)
{
    size_t done = 0;

    while (done < size) {
        ssize_t n = pread(fd, buf + done, size - done, (off_t)done);

        if (n < 0 && errno != EINTR)
            return -errno;
        if (n == 0)
            return -EIO; /* shorter than it was a moment ago */
        done += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* A header that was torn itself is fine: it goes. */
static bool begins_with(const char *text, size_t length, const char *header)
{
    size_t n = strlen(header);

    return strncmp(text, header, n < length ? n : length) == 0;
}

static int cut(int fd, size_t length, size_t whole)
{
    if (whole < length && ftruncate(fd, (off_t)whole) != 0)
        return -errno;
    return lseek(fd, 0, SEEK_END) < 0 ? -errno : 0;
}

int sink_continue(struct sink *s, const char *header, bool quotes, size_t *size)
{
    size_t length;
    char *text;
    int rc;

    *size = 0;
    if (!is_regular(s, &length) || length == 0)
        return 0;
    text = malloc(length);
    if (text == NULL)
        return -ENOMEM;
    rc = read_all(s->fd, text, length);
    if (rc == 0 && !begins_with(text, length, header))
        rc = -EINVAL;
    if (rc == 0) {
        *size = sink_whole_lines(text, length, quotes);
        rc = cut(s->fd, length, *size);
    }
    free(text);
    return rc;
}

int sink_write(struct sink *s, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t n = write(s->fd, text, length);

        if (n < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = s->fd, .events = POLLOUT}, 1, -1);
        else if (n < 0 && errno != EINTR)
            return -errno;
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        }
    }
    return 0;
}

int sink_close(struct sink *s)
{
    int fd = s->fd;

    s->fd = -1;
    if (s->file == NULL || fd < 0)
        return 0;
    return close(fd) == 0 ? 0 : -errno;
}

void sink_discard(struct sink *s)
{
    bool opened = s->fd >= 0;

    sink_close(s);
    if (opened && s->created)
        unlink(s->file);
}
