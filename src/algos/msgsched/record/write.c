/* write.c: supersteps as pattern files, which mpiperf replays.
 *
 * Those with the most bytes in all their repetitions come first if there may
 * not be files for all. A file replaces one of before as a whole or not at all.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "finish.h"
#include "lib/pattern_file.h"

/* What a superstep is worth: the bytes of all its repetitions. */
struct worth {
    size_t superstep;
    int64_t count, bytes; /* of one */
    int64_t total;        /* bytes of all */
    bool fits;            /* the format has room for so many messages */
};

static struct worth worth_of(const struct joined *j, size_t superstep)
{
    struct worth w = {.superstep = superstep};
    size_t n;
    const int64_t *m = intern_words(&j->supersteps, superstep, &n);

    for (size_t i = 0; i < n; i += MESSAGE_WORDS) {
        w.count += m[i + 4];
        w.bytes += m[i + 4] * m[i + 3];
    }
    w.total = w.bytes * j->repeat[superstep];
    w.fits = w.count <= PATTERN_MESSAGES_MAX;
    return w;
}

/* Those to be written first. */
static int by_worth(const void *a, const void *b)
{
    const struct worth *x = a, *y = b;

    if (x->fits != y->fits)
        return x->fits ? -1 : 1;
    if (x->total != y->total)
        return x->total > y->total ? -1 : 1;
    return (x->superstep > y->superstep) - (x->superstep < y->superstep);
}

static int by_time(const void *a, const void *b)
{
    const struct worth *x = a, *y = b;

    return (x->superstep > y->superstep) - (x->superstep < y->superstep);
}

static struct pattern_message *messages_of(const int64_t *w, size_t n)
{
    struct pattern_message *m = calloc(n, sizeof(*m));

    for (size_t i = 0; m != NULL && i < n; i++, w += MESSAGE_WORDS)
        m[i] = (struct pattern_message){(int)w[0], (int)w[1], (int)w[2], w[3],
                                        w[4]};
    return m;
}

/* A new file beside [path], whose name nobody can know before: others may write
 * in the folder. *name is malloced. */
static FILE *open_beside(const char *path, char **name)
{
    uint64_t random = 0;
    FILE *f = NULL;
    int fd;

    do {
        free(*name);
        if (getrandom(&random, sizeof(random), 0) != sizeof(random) ||
            asprintf(name, "%s.%016llx", path, (unsigned long long)random) <
                0) {
            *name = NULL;
            return NULL;
        }
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  0666);
    } while (fd < 0 && errno == EEXIST);
    if (fd >= 0)
        f = fdopen(fd, "w");
    if (fd >= 0 && f == NULL)
        close(fd);
    return f;
}

/* A file with the content, or the one of before. -EEXIST: what is there is not
 * a file; nothing opens it, as a FIFO would wait for somebody who reads. */
static int write_file(const char *path, const struct pattern *p)
{
    struct stat there;
    char *name = NULL;
    FILE *f;
    int rc = 0;

    if (lstat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return -EEXIST;
    f = open_beside(path, &name);
    if (f == NULL || pattern_write(f, p) != 0)
        rc = -errno;
    if (f != NULL && fclose(f) != 0 && rc == 0)
        rc = -errno;
    if (rc == 0 && rename(name, path) != 0)
        rc = -errno;
    if (rc != 0 && name != NULL)
        unlink(name);
    free(name);
    return rc;
}

static int write_superstep(const struct joined *j, size_t superstep,
                           struct pattern *p, const char *path)
{
    size_t n;
    const int64_t *w = intern_words(&j->supersteps, superstep, &n);
    int rc = -ENOMEM;

    p->n = n / MESSAGE_WORDS;
    p->repeat = j->repeat[superstep];
    p->messages = messages_of(w, p->n);
    if (p->messages != NULL)
        rc = write_file(path, p);
    free(p->messages);
    return rc;
}

static void count(struct outcome *o, const struct joined *j,
                  const struct worth *w, bool written)
{
    int64_t repeat = j->repeat[w->superstep];

    if (written) {
        o->files++;
        o->repeats += repeat;
        o->taken += w->count * repeat;
        o->taken_bytes += w->total;
    } else {
        o->unwritten += w->count * repeat;
        o->unwritten_bytes += w->total;
    }
}

static char *path_of(const char *prefix, size_t number)
{
    char *path;

    return asprintf(&path, "%s-%zu.msgs", prefix, number) < 0 ? NULL : path;
}

/* Those of a run before that had more supersteps. */
static void remove_from(const char *prefix, size_t number)
{
    bool there = true;

    while (there) {
        char *path = path_of(prefix, number++);

        there = path != NULL && unlink(path) == 0;
        free(path);
    }
}

/* The first [n] of [worths]. */
static int write_first(const struct joined *j, const struct worth *worths,
                       size_t n, const char *prefix, struct pattern *p,
                       struct outcome *o, char **path)
{
    for (size_t i = 0; i < n; i++) {
        int rc = -ENOMEM;

        *path = path_of(prefix, i + 1);
        if (*path != NULL)
            rc = write_superstep(j, worths[i].superstep, p, *path);
        count(o, j, &worths[i], rc == 0);
        if (rc != 0) {
            while (++i < n)
                count(o, j, &worths[i], false);
            return rc;
        }
        free(*path);
    }
    remove_from(prefix, n + 1);
    return 0;
}

int write_files(const struct joined *j, const char *prefix, size_t most,
                int ranks, const int *node, struct outcome *o, char **path)
{
    struct pattern p = {.ranks = ranks};
    size_t all = j->supersteps.n, n = 0;
    struct worth *worths = calloc(all + 1, sizeof(*worths));
    int rc;

    *path = NULL;
    if (worths == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < all; i++)
        worths[i] = worth_of(j, i);
    qsort(worths, all, sizeof(*worths), by_worth);
    while (n < all && n < most && worths[n].fits)
        n++;
    for (size_t i = n; i < all; i++)
        count(o, j, &worths[i], false);
    qsort(worths, n, sizeof(*worths), by_time);
    p.node = calloc((size_t)ranks, sizeof(*p.node));
    for (int i = 0; p.node != NULL && i < ranks; i++)
        p.node[i] = node[i];
    rc = p.node != NULL ? write_first(j, worths, n, prefix, &p, o, path)
                        : -ENOMEM;
    free(p.node);
    free(worths);
    return rc;
}
