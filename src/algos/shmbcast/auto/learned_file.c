/* learned_file.c: what was learned, in a file that several ranks share. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Readers need no lock, since a file is replaced as a whole. Writers lock its
 * folder: a file that is replaced cannot hold the lock, and one beside it would
 * be left behind.
 */
#include "learned_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "sections.h"
#include "text_file.h"

/* How long writers wait for each other, at most; anybody who can read a folder
 * can keep it locked. */
enum { TRIES = 5000, TRY_NS = 2000000 };

/* The text, empty if there is no file. */
static int text_of(const char *path, char **text, const char **why)
{
    const char *wrong;
    int rc = sb_text_read(path, O_NOFOLLOW, SB_FILE_MAX, text, &wrong);

    if (rc == -ENOENT) {
        *text = strdup("");
        rc = *text != NULL ? 0 : -ENOMEM;
        wrong = strerror(ENOMEM);
    }
    if (rc != 0)
        *why = rc == -EFBIG ? "longer than 1 MiB" : wrong;
    return rc;
}

int sb_learned_file_read(const char *path, const char *key,
                         struct sb_learned *l, const char **why)
{
    char *text;
    int rc = text_of(path, &text, why);

    if (rc != 0)
        return rc;
    rc = sb_sections_get(text, key, l, why);
    free(text);
    return rc;
}

/* A descriptor or -errno. */
static int folder_open(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t n = slash == NULL ? 0 : slash == path ? 1 : (size_t)(slash - path);
    char *folder = n > 0 ? strndup(path, n) : strdup(".");
    int fd;

    if (folder == NULL)
        return -ENOMEM;
    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        fd = -errno;
    free(folder);
    return fd;
}

static int lock(int fd)
{
    const struct timespec pause = {.tv_nsec = TRY_NS};
    int tries = TRIES;

    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR)
            continue;
        if (errno != EWOULDBLOCK || --tries == 0)
            return -errno;
        nanosleep(&pause, NULL);
    }
    return 0;
}

/* With the lock. */
static int replace(const char *path, const char *key,
                   const struct sb_learned *l, const char **why)
{
    char *before, *after;
    size_t length;
    int rc = text_of(path, &before, why);

    if (rc != 0)
        return rc;
    rc = sb_sections_put(before, key, l, &after, &length, why);
    free(before);
    if (rc != 0)
        return rc;
    rc = sb_text_write(path, after, length);
    free(after);
    if (rc != 0)
        *why = strerror(-rc);
    return rc;
}

int sb_learned_file_write(const char *path, const char *key,
                          const struct sb_learned *l, const char **why)
{
    int fd = folder_open(path), rc;

    if (fd < 0) {
        *why = strerror(-fd);
        return fd;
    }
    rc = lock(fd);
    if (rc == 0) {
        rc = replace(path, key, l, why);
        flock(fd, LOCK_UN); /* a child may have a copy of the descriptor */
    } else {
        *why = rc == -EWOULDBLOCK ? "others keep its folder locked"
                                  : strerror(-rc);
    }
    close(fd);
    return rc;
}
