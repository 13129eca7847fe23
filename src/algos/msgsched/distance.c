/* distance.c: reads distances between nodes from a file.
 *
 * Algorithm 1 sends to near nodes first. The paper's distance is the difference
 * of two nodes' numbers, which is right if neighbors in a fat tree have
 * consecutive numbers. A file gives the distances for any network.
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
    size_t n;          /* numbers read so far */
    size_t rows, wide; /* wide: number of values in the first line */
};

/* Parses a line of the file; *text is changed. */
static int row(struct matrix *m, char *text, const char **why)
{
    size_t before = m->n, room = m->n + strlen(text) / 2 + 1;
    int *at = realloc(m->at, room * sizeof(*at));
    char *word, *rest, *end;

    if (at == NULL)
        return al_refuse(-ENOMEM, why, "no memory");
    m->at = at;
    text[strcspn(text, "#")] = '\0';
    for (word = strtok_r(text, blanks, &rest); word != NULL;
         word = strtok_r(NULL, blanks, &rest)) {
        long value;

        errno = 0;
        value = strtol(word, &end, 10);
        if (word[0] < '0' || word[0] > '9' || *end != '\0' || errno != 0 ||
            value > INT_MAX)
            return al_refuse(-EINVAL, why, "not a distance");
        if (m->n - before == NODES_MAX)
            return al_refuse(-EINVAL, why, "more than 16384 nodes");
        at[m->n++] = (int)value;
    }
    if (m->n == before)
        return 0;
    if (m->rows++ == 0)
        m->wide = m->n;
    if (m->n - before != m->wide)
        return al_refuse(-EINVAL, why,
                         "another number of distances than in the first line");
    if (m->rows > m->wide)
        return al_refuse(-EINVAL, why, "more lines than distances per line");
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
                 : al_refuse(-EINVAL, why, "it contains a null byte");
    }
    free(text);
    if (rc == 0 && ferror(f)) {
        *line = 0;
        return al_refuse(-EIO, why, "cannot be read");
    }
    if (rc == 0 && (m->rows == 0 || m->rows < m->wide))
        return al_refuse(-EINVAL, why, "fewer lines than distances per line");
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
