/* distance.c: distances of nodes, from a file.
 *
 * Algorithm 1 sends to near nodes first. The paper takes the difference of the
 * nodes' numbers for their distance, which holds where neighbors in a fat tree
 * are numbered one after the other; a file says it for any network.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/msgsched/msgsched.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "algos/param.h"

static const char blanks[] = " \t\r\n";

enum { NODES_MAX = 1 << 14 };

struct matrix {
    int *at;
    size_t n, room;    /* numbers */
    size_t rows, wide; /* wide: numbers of the first line */
};

static int add(struct matrix *m, int value, const char **why)
{
    if (m->n == m->room) {
        size_t room = m->room > 0 ? 2 * m->room : 64;
        int *at = realloc(m->at, room * sizeof(*at));

        if (at == NULL)
            return al_refuse(-ENOMEM, why, "no memory");
        m->at = at;
        m->room = room;
    }
    m->at[m->n++] = value;
    return 0;
}

static int number(const char *text, int *value)
{
    char *end;
    long v;

    if (text[0] < '0' || text[0] > '9')
        return -EINVAL;
    errno = 0;
    v = strtol(text, &end, 10);
    if (errno != 0 || *end != '\0' || v > INT_MAX)
        return -EINVAL;
    *value = (int)v;
    return 0;
}

/* A line of the file, without its end. */
static int row(struct matrix *m, char *text, const char **why)
{
    size_t before = m->n, wide;
    char *word, *rest;
    int value, rc = 0;

    text[strcspn(text, "#")] = '\0';
    for (word = strtok_r(text, blanks, &rest); word != NULL && rc == 0;
         word = strtok_r(NULL, blanks, &rest)) {
        if (number(word, &value) != 0)
            return al_refuse(-EINVAL, why, "not a distance");
        if (m->n - before == NODES_MAX)
            return al_refuse(-EINVAL, why, "more than 16384 nodes");
        rc = add(m, value, why);
    }
    wide = m->n - before;
    if (rc != 0 || wide == 0)
        return rc;
    if (m->rows++ == 0)
        m->wide = wide;
    if (wide != m->wide)
        return al_refuse(-EINVAL, why, "not as many distances as before");
    if (m->rows > m->wide)
        return al_refuse(-EINVAL, why, "more lines than distances in a line");
    return 0;
}

static int rows(struct matrix *m, FILE *f, int *line, const char **why)
{
    char *text = NULL;
    size_t size = 0;
    ssize_t length;
    int rc = 0;

    while (rc == 0 && (length = getline(&text, &size, f)) >= 0) {
        ++*line;
        rc = strlen(text) == (size_t)length
                 ? row(m, text, why)
                 : al_refuse(-EINVAL, why, "a null byte in it");
    }
    free(text);
    if (rc == 0 && ferror(f)) {
        *line = 0;
        return al_refuse(-EIO, why, "cannot be read");
    }
    if (rc == 0 && (m->rows == 0 || m->rows < m->wide))
        return al_refuse(-EINVAL, why, "fewer lines than distances in a line");
    return rc;
}

int msgsched_distance_read(const char *path, int *nodes, int **distance,
                           int *line, const char **why)
{
    FILE *f = fopen(path, "re");
    struct matrix m = {0};
    int rc;

    *line = 0;
    if (f == NULL) {
        rc = -errno;
        return al_refuse(rc, why, strerror(-rc));
    }
    rc = rows(&m, f, line, why);
    fclose(f);
    if (rc != 0) {
        free(m.at);
        return rc;
    }
    *nodes = (int)m.rows;
    *distance = m.at;
    return 0;
}
