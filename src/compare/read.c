/* read.c: reads files of records line by line, and sorts blocks by time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/read.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Adds the record of a line. Returns a malloced error text, or NULL. */
static char *line_add(struct runs *r, const char *line, size_t length,
                      size_t number)
{
    json_error_t error;
    json_t *record = json_loadb(line, length, 0, &error);
    char *cause = NULL;

    if (record != NULL)
        cause = runs_add(r, record);
    else if (line[length - 1] == '\n' || r->current >= r->n)
        cause =
            xasprintf("not a record of mpiperf: %s", SHOWN_FILE(error.text));
    else
        r->torn = number;
    json_decref(record);
    return cause;
}

/* Ignores a line, and what follows of its run: a line that was cut off may have
 * swallowed the `run` record after it. Returns NULL. */
static char *damage_add(struct runs *r, char *cause)
{
    r->damaged++;
    r->passed_over = true;
    if (r->damage != NULL)
        free(cause);
    else
        r->damage = cause;
    return NULL;
}

static char *cannot_read(const char *file)
{
    return xasprintf("cannot read %s: %s", SHOWN_FILE(file), strerror(errno));
}

char *runs_add_lines(struct runs *r, FILE *f, const char *where)
{
    char *line = NULL, *cause = NULL, *at;
    size_t size = 0, number = 0;
    ssize_t length;

    while (cause == NULL && (length = getline(&line, &size, f)) > 0) {
        number++;
        cause = line_add(r, line, (size_t)length, number);
        if (cause == NULL)
            continue;
        at = xasprintf("%s%zu", where, number);
        cause = xprefix(at, cause);
        free(at);
        if (r->lenient)
            cause = damage_add(r, cause);
    }
    free(line);
    return cause;
}

static char *read_lines(struct runs *r, FILE *f, const char *file)
{
    char *where = xasprintf("%s:", SHOWN_FILE(file));
    char *cause = runs_add_lines(r, f, where);

    free(where);
    if (cause == NULL && (!feof(f) || ferror(f))) /* getline() had no memory */
        cause = cannot_read(file);
    return cause;
}

/* Unpacks FILE.xz or FILE.gz, which is known to be readable. */
static char *read_packed(struct runs *r, const char *file)
{
    const char *program = has_suffix(file, ".xz") ? "xz" : "gzip";
    char *command =
             xasprintf("exec %s -dc <\"$MPIPERF_FILE\" 2>/dev/null", program),
         *cause;
    FILE *f;

    setenv("MPIPERF_FILE", file, 1); /* the name is not parsed by a shell */
    f = popen(command, "r");
    cause = f == NULL ? cannot_read(file) : read_lines(r, f, file);
    if (f != NULL && pclose(f) != 0 && cause == NULL)
        cause = xasprintf("cannot read %s: %s cannot unpack it",
                          SHOWN_FILE(file), program);
    unsetenv("MPIPERF_FILE");
    free(command);
    return cause;
}

/* Returns the error message for a file without cases, malloced. */
static char *no_case(const struct runs *r, const char *file)
{
    const char *name = SHOWN_FILE(file);

    if (r->torn == 0)
        return xasprintf("%s: no case records of mpiperf", name);
    return xasprintf("%s:%zu: the last line is cut off, and no case records of "
                     "mpiperf are in the %zu before it",
                     name, r->torn, r->torn - 1);
}

int runs_read(struct runs *r, const char *file, long side, char **cause)
{
    bool packed = has_suffix(file, ".xz") || has_suffix(file, ".gz");
    FILE *f = fopen(file, "r");
    size_t met = r->observed;

    runs_begin(r, side);
    *cause = f == NULL ? cannot_read(file)
             : packed  ? read_packed(r, file)
                       : read_lines(r, f, file);
    if (f != NULL)
        fclose(f);
    if (*cause == NULL && r->observed == met && !r->lenient)
        *cause = no_case(r, file);
    return *cause == NULL ? 0 : -1;
}

/* ---- order in time ------------------------------------------------------- */

struct place {
    double began; /* start time of the block's first run */
    size_t block;
};

static int by_time(const void *x, const void *y)
{
    const struct place *a = x, *b = y;

    if (a->began != b->began && !isnan(a->began) && !isnan(b->began))
        return a->began < b->began ? -1 : 1;
    return a->block < b->block ? -1 : a->block > b->block;
}

/* Renumbers blocks by time, without gaps. */
static void blocks_order(struct runs *r)
{
    struct place *place = xcalloc(r->blocks + 1, sizeof(*place));
    size_t *number = xcalloc(r->blocks + 1, sizeof(*number)), n = 0;

    for (size_t i = 0; i < r->blocks; i++)
        place[i] = (struct place){.began = NAN, .block = i};
    for (size_t i = 0; i < r->n; i++)
        place[r->v[i].block].began =
            fmin(place[r->v[i].block].began, r->v[i].began);
    qsort(place, r->blocks, sizeof(*place), by_time);
    for (size_t i = 0; i < r->blocks; i++)
        number[place[i].block] = i;
    for (size_t i = 0; i < r->n; i++) {
        r->v[i].block = number[r->v[i].block];
        n = r->v[i].block >= n ? r->v[i].block + 1 : n;
    }
    for (size_t i = 0; i < r->nlost; i++)
        if (r->lost[i].block < r->blocks)
            r->lost[i].block = number[r->lost[i].block];
    r->blocks = n;
    free(place);
    free(number);
}

/* True if some block has runs of two sides. */
static bool blocks_are_shared(const struct runs *r)
{
    for (size_t i = 0; i < r->n; i++)
        for (size_t k = 0; k < i; k++)
            if (r->v[i].block == r->v[k].block && r->v[i].side != r->v[k].side)
                return true;
    return false;
}

/* If the runs of the two sides alternated, puts the k-th run of each into block
 * k. They alternated if each pair began after both runs of the previous
 * pair. */
static bool pair_sides(struct runs *r)
{
    size_t n = runs_count(r, 1), at[3] = {0, 0, 0};
    size_t *pair = xcalloc(r->n + 1, sizeof(*pair));
    double *first = xcalloc(r->n + 1, sizeof(*first));
    double *last = xcalloc(r->n + 1, sizeof(*last));
    bool turns = r->sides == 2 && n > 1 && n == runs_count(r, 2);

    for (size_t b = 0; turns && b < r->blocks; b++)
        for (size_t i = 0; i < r->n; i++)
            if (r->v[i].block == b)
                pair[i] = at[r->v[i].side]++;
    for (size_t k = 0; k < n; k++)
        first[k] = last[k] = NAN;
    for (size_t i = 0; turns && i < r->n; i++) {
        first[pair[i]] = fmin(first[pair[i]], r->v[i].began);
        last[pair[i]] = fmax(last[pair[i]], r->v[i].began);
    }
    for (size_t k = 1; turns && k < n; k++)
        turns = first[k] >= last[k - 1];
    for (size_t i = 0; turns && i < r->n; i++)
        r->v[i].block = pair[i];
    r->blocks = turns ? n : r->blocks;
    free(pair);
    free(first);
    free(last);
    return turns;
}

static void method_choose(struct runs_case *c)
{
    size_t all = 0, back = 0;

    for (size_t i = 0; i < c->room; i++)
        if (c->of[i] != NULL) {
            all++;
            back += c->of[i]->fell_back;
        }
    c->fell_back = 2 * back > all;
}

static void measured_set(struct runs *r)
{
    free(r->measured); /* its size was for fewer runs */
    r->measured = xcalloc(json_object_size(r->groups) * r->n / 8 + 1, 1);
    for (size_t i = 0; i < r->ncases; i++)
        for (size_t run = 0; run < r->n && run < r->cases[i].room; run++) {
            size_t bit = r->cases[i].family * r->n + run;

            if (r->cases[i].of[run] != NULL)
                r->measured[bit / 8] |= (unsigned char)(1u << bit % 8);
        }
}

bool runs_order(struct runs *r)
{
    blocks_order(r);
    measured_set(r);
    for (size_t i = 0; i < r->ncases; i++)
        method_choose(&r->cases[i]);
    return r->sides < 2 || blocks_are_shared(r) || pair_sides(r);
}
