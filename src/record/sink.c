/* sink.c: writes whole lines to an output file (option -o). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "record/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/file.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* ---- errors ------------------------------------------------------------- */

/* Static functions return 0, -errno or one of these errors. */
enum {
    SINK_LOCKED = 1,
    SINK_GONE, /* the path no longer leads to the open file */
    SINK_EXISTS,
};

static const char *reason(int rc)
{
    switch (rc) {
    case SINK_LOCKED:
        return "another " PACKAGE " is writing it: wait until that has "
               "ended, or name another file";
    case SINK_GONE:
        return "it was removed, moved or replaced while " PACKAGE
               " was writing it";
    default:
        return strerror(-rc);
    }
}

/* True if the new content is in FILE.part and will stay there. */
static bool left_beside(const struct sink *s)
{
    return s->part != NULL && s->begun && s->old == NULL;
}

static int failed(struct sink *s, const char *what, int rc, char **cause)
{
    bool unopened = s->part != NULL && !s->begun;

    if (rc == 0)
        return 0;
    s->broken = true;
    if (*cause != NULL)
        return -1;
    if (s->file == NULL)
        *cause = xasprintf("standard output: cannot %s: %s", what, reason(rc));
    else
        *cause = xasprintf("--output: cannot %s %s: %s%s%s", what,
                           SHOWN_FILE(unopened ? s->part : s->file), reason(rc),
                           left_beside(s) ? "; the new content is in " : "",
                           left_beside(s) ? SHOWN_FILE(s->part) : "");
    return -1;
}

/* ---- opening and locking ------------------------------------------------- */

static int file_open(struct sink *s, const char *path, int flags)
{
    s->created = true;
    s->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (s->fd < 0 && errno == EEXIST) {
        s->created = false;
        s->fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);
    }
    return s->fd < 0 ? -errno : 0;
}

/* Locks the file. If another program holds the lock, the file is that program's
 * even if this one created it. Ignores file systems without locks. */
static int file_lock(struct sink *s)
{
    if (flock(s->fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
        return 0;
    s->created = false;
    return SINK_LOCKED;
}

static bool is_gone(int fd, const char *path)
{
    struct stat opened, named;

    if (fstat(fd, &opened) != 0)
        return false;
    if (stat(path, &named) != 0)
        return errno == ENOENT || errno == ENOTDIR;
    return opened.st_nlink == 0 || opened.st_dev != named.st_dev ||
           opened.st_ino != named.st_ino;
}

static const char *written(const struct sink *s)
{
    return s->part != NULL ? s->part : s->file;
}

/* Returns the absolute path with .part, malloced. A name that would become too
 * long is cut between two characters. */
static char *part_name(const char *target)
{
    static const char part[] = ".part";
    const char *name = strrchr(target, '/') + 1;
    size_t n = strlen(name);

    if (n > NAME_MAX - strlen(part))
        n = NAME_MAX - strlen(part);
    while (n > 1 && ((unsigned char)name[n] & 0xc0) == 0x80)
        n--;
    return xasprintf("%.*s%s", (int)(name - target + (ptrdiff_t)n), target,
                     part);
}

/* Opens FILE.part, with the owner, group and mode of the file as far as
 * permitted. */
static int part_open(struct sink *s, const struct stat *like)
{
    int rc;

    s->target = realpath(s->file, NULL);
    if (s->target == NULL)
        return -errno;
    s->part = part_name(s->target);
    s->replaced = s->fd;
    rc = file_open(s, s->part, O_NOFOLLOW);
    if (rc == 0)
        rc = file_lock(s);
    if (rc != 0)
        return rc;
    if (fchown(s->fd, (uid_t)-1, like->st_gid) != 0 ||
        fchown(s->fd, like->st_uid, (gid_t)-1) != 0)
        errno = 0; /* not permitted: this user stays the owner */
    return fchmod(s->fd, like->st_mode & 07777) != 0 ? -errno : 0;
}

static int open_regular(struct sink *s, enum sink_mode mode)
{
    int rc = file_open(s, s->file, 0);
    struct stat st;

    if (rc == 0)
        rc = file_lock(s);
    if (rc == 0 && is_gone(s->fd, s->file))
        rc = SINK_GONE;
    if (rc == 0 && fstat(s->fd, &st) != 0)
        rc = -errno;
    if (rc != 0 || st.st_size == 0)
        return rc;
    if (mode == SINK_OVERWRITE)
        return part_open(s, &st);
    s->size = s->keep = (size_t)st.st_size;
    return mode == SINK_APPEND ? 0 : SINK_EXISTS;
}

static int open_any(struct sink *s, const char *file, enum sink_mode mode)
{
    int rc;

    *s = (struct sink){.file = file, .fd = -1};
    s->regular = !file_irregular(file);
    if (s->regular) {
        rc = open_regular(s, mode);
    } else {
        s->fd = open(file, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
        rc = s->fd < 0 ? -errno : 0;
    }
    return rc;
}

/* Tries again if the file is gone: between open() and flock(), a program that
 * created the file and then failed may have removed it. */
int sink_open(struct sink *s, const char *file, enum sink_mode mode,
              char **cause)
{
    int rc = open_any(s, file, mode);

    for (int i = 0; i < 10 && rc == SINK_GONE; i++) {
        sink_discard(s);
        rc = open_any(s, file, mode);
    }
    if (rc == SINK_EXISTS && *cause == NULL)
        *cause = xasprintf("--output: %s exists: %s--overwrite replaces it",
                           SHOWN_FILE(file),
                           mode == SINK_NEW ? "--append continues it, " : "");
    failed(s, "write", rc, cause);
    if (rc != 0)
        sink_discard(s);
    return rc != 0 ? -1 : 0;
}

/* ---- content ------------------------------------------------------------- */

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

static int content(const struct sink *s, size_t from, char **text)
{
    char *buf = xmalloc(s->size - from + 1);
    size_t at = from;

    while (at < s->size) {
        ssize_t n = pread(s->fd, buf + at - from, s->size - at, (off_t)at);

        if (n == 0 || (n < 0 && errno != EINTR)) {
            int rc = n == 0 ? -EIO : -errno; /* 0: the file was truncated */

            free(buf);
            return rc;
        }
        at += n > 0 ? (size_t)n : 0;
    }
    buf[at - from] = '\0';
    *text = buf;
    return 0;
}

int sink_read(struct sink *s, size_t from, char **text, char **cause)
{
    return failed(s, "read", content(s, from, text), cause);
}

/* Empties FILE.part, which a killed run may have left. */
int sink_begin(struct sink *s, char **cause)
{
    int rc;

    if (s->file == NULL || !s->regular)
        return 0;
    rc = content(s, s->keep, &s->old);
    s->begun = rc == 0;
    if (rc == 0 && ((s->part != NULL && ftruncate(s->fd, 0) != 0) ||
                    lseek(s->fd, (off_t)s->keep, SEEK_SET) < 0))
        rc = -errno;
    return failed(s, "write", rc, cause);
}

/* ---- writing ------------------------------------------------------------- */

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

/* Writes back the content from before sink_begin(). Overwriting needs no
 * additional disk space. */
static void restore(struct sink *s)
{
    if (lseek(s->fd, (off_t)s->keep, SEEK_SET) >= 0 &&
        write_all(s->fd, s->old, s->size - s->keep) == 0 &&
        ftruncate(s->fd, (off_t)s->size) != 0)
        s->broken = true; /* old content is lost */
}

/* Overwrites the old content with the new one. Truncates the file only when
 * everything is written, so that restore() can still work. */
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

static int write_lines(struct sink *s, const char *text, size_t length)
{
    off_t start;
    int rc;

    if (s->file == NULL || !s->regular)
        return write_all(s->fd, text, length);
    if (is_gone(s->fd, written(s)))
        return SINK_GONE;
    start = lseek(s->fd, 0, SEEK_CUR);
    if (start == (off_t)s->keep)
        return write_first(s, text, length);
    old_free(s);
    rc = write_all(s->fd, text, length);
    if (rc != 0 && ftruncate(s->fd, start) != 0)
        return rc; /* an incomplete line remains; --resume skips it */
    return rc;
}

int sink_write(struct sink *s, const char *text, size_t length, char **cause)
{
    return failed(s, "write", write_lines(s, text, length), cause);
}

/* ---- closing ------------------------------------------------------------- */

/* Renames FILE.part to FILE after its content has reached the disk. */
static int part_rename(const struct sink *s)
{
    if (fsync(s->fd) != 0)
        return -errno;
    if (is_gone(s->replaced, s->target) && access(s->target, F_OK) == 0)
        return SINK_GONE;
    return rename(s->part, s->target) != 0 ? -errno : 0;
}

static int end(struct sink *s)
{
    if (s->file == NULL || !s->regular || s->fd < 0 || s->broken)
        return 0;
    if (is_gone(s->fd, written(s)))
        return SINK_GONE;
    old_free(s);
    return s->part != NULL ? part_rename(s) : 0;
}

/* Closes all files. */
static int release(struct sink *s)
{
    int rc = 0;

    if (s->file != NULL && s->fd >= 0 && close(s->fd) != 0)
        rc = -errno;
    if (s->part != NULL)
        close(s->replaced);
    s->fd = -1;
    old_free(s);
    free(s->target);
    free(s->part);
    s->target = s->part = NULL;
    return rc;
}

int sink_close(struct sink *s, char **cause)
{
    int rc;

    if (s->file != NULL && s->regular && !s->begun) {
        sink_discard(s);
        return 0;
    }
    rc = failed(s, "write", end(s), cause);
    return failed(s, "write", release(s), cause) != 0 ? -1 : rc;
}

void sink_discard(struct sink *s)
{
    if (s->file != NULL && s->regular && s->fd >= 0 &&
        !is_gone(s->fd, written(s))) {
        if (s->created || (s->part != NULL && s->begun))
            unlink(written(s));
        else if (s->begun)
            restore(s);
    }
    release(s);
}

/* Copies the temporary file to the sink. */
static int write_file(struct sink *s, FILE *from, char **cause)
{
    char piece[1 << 16];
    size_t n;
    int rc = 0;

    rewind(from);
    while (rc == 0 && (n = fread(piece, 1, sizeof(piece), from)) > 0)
        rc = sink_write(s, piece, n, cause);
    return rc != 0 ? rc : failed(s, "write", ferror(from) ? -EIO : 0, cause);
}

int sink_print(const char *file, enum sink_mode mode,
               void (*print)(FILE *f, const void *what), const void *what,
               char **cause)
{
    FILE *f = tmpfile();
    struct sink s;
    int rc = -1;

    if (f != NULL)
        print(f, what);
    if (f == NULL || fflush(f) != 0 || ferror(f))
        *cause = xasprintf("cannot write a temporary file in %s: %s", P_tmpdir,
                           strerror(errno));
    else if (sink_open(&s, file, mode, cause) != 0)
        rc = SINK_UNOPENED;
    else if (sink_begin(&s, cause) == 0 && write_file(&s, f, cause) == 0)
        rc = sink_close(&s, cause);
    else
        sink_discard(&s);
    if (f != NULL)
        fclose(f);
    return rc;
}

int sink_text(const char *file, enum sink_mode mode, const char *text,
              char **cause)
{
    struct sink s;

    if (sink_open(&s, file, mode, cause) != 0)
        return SINK_UNOPENED;
    if (sink_begin(&s, cause) == 0 &&
        sink_write(&s, text, strlen(text), cause) == 0)
        return sink_close(&s, cause);
    sink_discard(&s);
    return -1;
}
