/* write.c: writes supersteps as pattern files, which mpiperf replays.
 *
 * If there are more supersteps than allowed files, writes those with the most
 * bytes in all repetitions. Old files are replaced atomically.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "algos/preload/replace.h"
#include "finish.h"
#include "pattern_format.h"

/* A superstep, with the messages and bytes of all its repetitions. */
struct worth {
    size_t superstep;
    struct amount all;
    bool fits; /* the file format allows this many messages */
};

static struct worth worth_of(const struct joined *j, size_t superstep)
{
    struct worth w = {.superstep = superstep};
    const int64_t repeat = j->repeat.w[superstep];
    size_t n;
    const int64_t *m = intern_words(&j->supersteps, superstep, &n);

    for (size_t i = 0; i < n; i += MESSAGE_WORDS)
        amount_add(&w.all, m[i + 4] * repeat, m[i + 4] * m[i + 3] * repeat);
    w.fits = w.all.messages / repeat <= PATTERN_MESSAGES_MAX;
    return w;
}

static int by_time(const void *a, const void *b)
{
    const struct worth *x = a, *y = b;

    return (x->superstep > y->superstep) - (x->superstep < y->superstep);
}

/* Sorts the supersteps to write to the front. */
static int by_worth(const void *a, const void *b)
{
    const struct worth *x = a, *y = b;

    if (x->fits != y->fits)
        return x->fits ? -1 : 1;
    if (x->all.bytes != y->all.bytes)
        return x->all.bytes > y->all.bytes ? -1 : 1;
    return by_time(a, b);
}

static int print(FILE *f, const void *pattern)
{
    return pattern_write(f, pattern);
}

static int write_superstep(const struct joined *j, size_t superstep,
                           struct pattern *p, const char *path)
{
    size_t n;
    const int64_t *w = intern_words(&j->supersteps, superstep, &n);
    int rc;

    p->n = n / MESSAGE_WORDS;
    p->repeat = j->repeat.w[superstep];
    p->messages = calloc(p->n, sizeof(*p->messages));
    if (p->messages == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < p->n; i++, w += MESSAGE_WORDS)
        p->messages[i] = (struct pattern_message){(int)w[0], (int)w[1],
                                                  (int)w[2], w[3], w[4]};
    rc = file_replace(path, print, p);
    free(p->messages);
    return rc;
}

static char *path_of(const char *prefix, size_t number)
{
    char *path;

    return asprintf(&path, "%s-%zu.msgs", prefix, number) < 0 ? NULL : path;
}

/* Removes files of an earlier run that had more supersteps. */
static void remove_from(const char *prefix, size_t number)
{
    bool there = true;

    while (there) {
        char *path = path_of(prefix, number++);

        there = path != NULL && unlink(path) == 0;
        free(path);
    }
}

/* Writes a superstep to the file with the next number. */
static int write_next(const struct joined *j, size_t superstep,
                      struct pattern *p, const char *prefix, struct written *w)
{
    int rc = -ENOMEM;

    w->path = path_of(prefix, w->files + 1);
    if (w->path != NULL)
        rc = write_superstep(j, superstep, p, w->path);
    if (rc != 0)
        return rc;
    free(w->path);
    w->path = NULL;
    w->files++;
    w->supersteps += j->repeat.w[superstep];
    return 0;
}

int write_files(const struct joined *j, const char *prefix, size_t most,
                int ranks, int *node, struct tally *tally, struct written *w)
{
    struct pattern p = {.ranks = ranks, .node = node};
    const size_t all = j->supersteps.n;
    size_t n = 0;
    struct worth *worths = calloc(all + 1, sizeof(*worths));
    int rc = 0;

    *w = (struct written){0};
    if (worths == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < all; i++)
        worths[i] = worth_of(j, i);
    qsort(worths, all, sizeof(*worths), by_worth);
    while (n < all && n < most && worths[n].fits)
        n++;
    qsort(worths, n, sizeof(*worths), by_time);
    for (size_t i = 0; i < all; i++) {
        if (rc == 0 && i < n)
            rc = write_next(j, worths[i].superstep, &p, prefix, w);
        amount_add(
            &tally->amount[rc == 0 && i < n ? AMOUNT_TAKEN : AMOUNT_UNWRITTEN],
            worths[i].all.messages, worths[i].all.bytes);
    }
    if (rc == 0)
        remove_from(prefix, n + 1);
    free(worths);
    return rc;
}
