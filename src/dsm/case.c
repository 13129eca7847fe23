/* case.c: which elements of dsm-barrier's array a rank touches, changes and
 * reads. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "dsm/case.h"
#include "lib/number.h"
#include "lib/xmalloc.h"

enum { PAGE_BYTES = 4096 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t dsm_page(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    return (page > PAGE_BYTES ? page : PAGE_BYTES) / sizeof(double);
}

/* ---- sections and ranges ------------------------------------------------- */

struct dsm_range dsm_section(const struct dsm_case *c, int rank)
{
    size_t ranks = (size_t)c->ranks;
    size_t each = c->n / ranks + (c->n % ranks != 0);
    size_t pages = each / c->page + (each % c->page != 0);
    size_t first = smaller(c->n, (size_t)rank * pages * c->page);

    return (struct dsm_range){first, smaller(c->n - first, pages * c->page)};
}

static struct dsm_range first_page(const struct dsm_case *c,
                                   struct dsm_range section)
{
    return (struct dsm_range){section.first, smaller(section.count, c->page)};
}

static struct dsm_range last_page(const struct dsm_case *c,
                                  struct dsm_range section)
{
    size_t before =
        section.count > 0 ? (section.count - 1) / c->page * c->page : 0;

    return (struct dsm_range){section.first + before, section.count - before};
}

static size_t end_of(struct dsm_range r)
{
    return r.first + r.count;
}

/* Adds a range to an ascending list, unless it is empty or already in it.
 * Returns the new length. */
static int range_add(struct dsm_range *out, int n, struct dsm_range r)
{
    int at = n;

    for (int i = 0; i < n; i++)
        if (out[i].first == r.first)
            return n;
    if (r.count == 0)
        return n;
    for (; at > 0 && out[at - 1].first > r.first; at--)
        out[at] = out[at - 1];
    out[at] = r;
    return n + 1;
}

int dsm_touched(const struct dsm_case *c, int rank,
                struct dsm_range out[DSM_TOUCHED])
{
    struct dsm_range own = dsm_section(c, rank);
    int next = (rank + 1) % c->ranks;
    int before = (rank + c->ranks - 1) % c->ranks;
    int n = 0;

    if (c->ranks == 1)
        return 0;
    if (c->set.touched == DSM_ALL) {
        n = range_add(out, n, (struct dsm_range){0, own.first});
        return range_add(out, n,
                         (struct dsm_range){end_of(own), c->n - end_of(own)});
    }
    n = range_add(out, n, first_page(c, dsm_section(c, next)));
    return range_add(out, n, last_page(c, dsm_section(c, before)));
}

int dsm_readable(const struct dsm_case *c, int rank,
                 struct dsm_range out[DSM_READABLE])
{
    int n = dsm_touched(c, rank, out);

    return range_add(out, n, dsm_section(c, rank));
}

/* ---- elements that are changed ------------------------------------------- */

static struct dsm_range changed_section(const struct dsm_case *c, int rank)
{
    return dsm_section(c,
                       c->set.changed.foreign ? (rank + 1) % c->ranks : rank);
}

/* Sets *head and *tail to the numbers of elements in the section's first and
 * last page that are changed before any others, because other ranks have
 * touched these pages. Both are 0 if all pages are touched. */
static void outer(const struct dsm_case *c, struct dsm_range section,
                  size_t *head, size_t *tail)
{
    *head = *tail = 0;
    if (c->set.touched == DSM_ALL)
        return;
    *head = first_page(c, section).count;
    if (section.count > c->page && !c->set.changed.foreign)
        *tail = last_page(c, section).count;
}

static size_t room(const struct dsm_case *c, int rank)
{
    struct dsm_range section = changed_section(c, rank);

    return c->set.changed.foreign && c->set.touched == DSM_HALO
               ? first_page(c, section).count
               : section.count;
}

char *dsm_refuse(const struct dsm_case *c)
{
    const struct dsm_changed *changed = &c->set.changed;

    if (changed->n > 0 && changed->foreign && c->ranks == 1)
        return xasprintf("--changed: %zu:foreign: there is only one rank",
                         changed->n);
    for (int r = 0; r < c->ranks; r++)
        if (changed->n > room(c, r))
            return xasprintf("--changed: %zu%s: %s of rank %d has %zu elements",
                             changed->n, changed->foreign ? ":foreign" : "",
                             changed->foreign && c->set.touched == DSM_HALO
                                 ? "the first page of the section"
                                 : "the section",
                             changed->foreign ? (r + 1) % c->ranks : r,
                             room(c, r));
    return NULL;
}

void dsm_changed(const struct dsm_case *c, int rank, size_t *out)
{
    struct dsm_range section = changed_section(c, rank);
    size_t n = c->set.changed.n, head, tail, first, last, rest, inner;

    if (n == 0)
        return;
    outer(c, section, &head, &tail);
    last = smaller(n / 2, tail);
    first = smaller(n - last, head);
    last = smaller(n - first, tail);
    rest = n - first - last;
    inner = section.count - head - tail;
    for (size_t i = 0; i < first; i++)
        *out++ = section.first + i;
    for (size_t i = 0; i < rest; i++)
        *out++ = section.first + head +
                 (size_t)((unsigned __int128)i * inner / rest);
    for (size_t i = 0; i < last; i++)
        *out++ = end_of(section) - tail + i;
}

static bool is_in(const struct dsm_range *ranges, int n, size_t element)
{
    for (int i = 0; i < n; i++)
        if (element >= ranges[i].first && element < end_of(ranges[i]))
            return true;
    return false;
}

struct dsm_range *dsm_brought(const struct dsm_case *c, int from, int to,
                              int *n)
{
    struct dsm_range readable[DSM_READABLE];
    int ranges = dsm_readable(c, to, readable);
    size_t *changed = xcalloc(c->set.changed.n + 1, sizeof(*changed));
    struct dsm_range *runs = xcalloc(c->set.changed.n + 1, sizeof(*runs));

    *n = 0;
    dsm_changed(c, from, changed);
    for (size_t i = 0; i < c->set.changed.n; i++)
        if (!is_in(readable, ranges, changed[i]))
            continue;
        else if (*n > 0 && end_of(runs[*n - 1]) == changed[i])
            runs[*n - 1].count++;
        else
            runs[(*n)++] = (struct dsm_range){changed[i], 1};
    free(changed);
    return runs;
}

/* With this many elements, their indexes take as much memory as an array of 8
 * GiB. */
enum { CHANGED_MOST = 1 << 30 };

static int changed_parse(const struct param *p, void *at, const char *text,
                         char **cause)
{
    char *number = xstrdup(text), *whose = strchr(number, ':');
    bool foreign = false;
    long n;
    int rc;

    (void)p;
    if (whose != NULL)
        *whose++ = '\0';
    if (whose != NULL && strcmp(whose, "own") != 0) {
        foreign = strcmp(whose, "foreign") == 0;
        if (!foreign) {
            free(number);
            return param_refuse(text, "must be N, N:own or N:foreign", cause);
        }
    }
    rc = number_long(&n, number, 0, CHANGED_MOST, cause);
    if (rc == 0)
        *(struct dsm_changed *)at = (struct dsm_changed){(size_t)n, foreign};
    free(number);
    return rc;
}

static const struct param_word touched_words[] = {
    {"halo", DSM_HALO,
     "the first page of the next rank's section, and the last page of the "
     "previous rank's"},
    {"all", DSM_ALL, "the whole array"},
    {0},
};

static const struct param rows[] = {
    PARAM_ROW("touched", struct dsm_params, touched, WORD, "halo",
              "which pages of other ranks' sections each rank has touched "
              "in dsm-barrier",
              .arg = "NAME", .words = touched_words, .option = true),
    PARAM_ROW("changed", struct dsm_params, changed, TEXT, "0",
              "number of elements that each rank changes in each launch of "
              "dsm-barrier. own: elements of its own section, those in shared "
              "pages first; foreign: elements of the next rank's section",
              .arg = "N[:own|foreign]", .parse = changed_parse, .option = true),
    {0},
};

const struct param_table dsm_params =
    PARAM_TABLE("dsm-barrier", rows, struct dsm_params);
