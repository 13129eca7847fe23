/* write.c: writes the file of a profile: a record `program`, then `calls` and
 * `other` sorted by seconds, then `end`. record/fields.c has the fields. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/merge.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "algos/preload/replace.h"
#include "lib/c_locale.h"
#include "lib/quote.h"
#include "lib/utf8.h"
#include "profile/key.h"

enum { RECORD_FORMAT = 1, COMMAND_MOST = 1 << 16 };

/* Prints a text as JSON: bytes that are not UTF-8 as ?, NULL as null. */
static void put_text(FILE *f, const char *s)
{
    uint32_t code;
    size_t n;

    if (s == NULL) {
        fputs("null", f);
        return;
    }
    putc('"', f);
    for (; *s != '\0'; s += n) {
        const size_t whole = utf8_decode(&code, s);

        n = whole > 0 ? whole : 1;
        if (*s == '"' || *s == '\\')
            fprintf(f, "\\%c", *s);
        else if ((unsigned char)*s < 0x20)
            fprintf(f, "\\u%04x", (unsigned)*s);
        else if (whole == 0)
            putc('?', f);
        else
            fwrite(s, 1, n, f);
    }
    putc('"', f);
}

static void put_number(FILE *f, double x)
{
    if (isfinite(x))
        fprintf(f, "%.10g", x);
    else
        fputs("null", f);
}

static void name_text(FILE *f, const char *name, const char *value)
{
    fprintf(f, ",\"%s\":", name);
    put_text(f, value);
}

static void name_number(FILE *f, const char *name, double x)
{
    fprintf(f, ",\"%s\":", name);
    put_number(f, x);
}

static void name_integer(FILE *f, const char *name, double x)
{
    fprintf(f, ",\"%s\":%.0f", name, x);
}

static void name_bool(FILE *f, const char *name, bool yes)
{
    fprintf(f, ",\"%s\":%s", name, yes ? "true" : "false");
}

/* ---- the program --------------------------------------------------------- */

/* Returns the first [n] bytes of the command line: words, each followed by a
 * 0. */
static char *command_read(size_t *n)
{
    char *words = calloc(COMMAND_MOST + 1, 1);
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 && words != NULL ? read(fd, words, COMMAND_MOST) : 0;

    if (fd >= 0)
        close(fd);
    *n = got > 0 ? (size_t)got : 0;
    return words;
}

static void put_command(FILE *f)
{
    size_t n;
    char *words = command_read(&n);

    fputs(",\"command\":[", f);
    for (size_t at = 0; words != NULL && at < n; at += strlen(words + at) + 1) {
        if (at > 0)
            putc(',', f);
        put_text(f, words + at);
    }
    putc(']', f);
    free(words);
}

static void put_mpi(FILE *f)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    if (PMPI_Get_library_version(version, &length) != MPI_SUCCESS)
        return;
    version[strcspn(version, "\n")] = '\0';
    for (char *s = version; *s != '\0'; s++)
        if (*s == '\t')
            *s = ' '; /* as in records of runs */
    name_text(f, "mpi", version);
}

static void put_places(FILE *f, const struct profile *p)
{
    int nodes = 0;

    for (int r = 0; r < p->ranks; r++)
        nodes += p->facts[r].first == r;
    name_integer(f, "nodes", nodes);
    for (int k = 0; k < 2; k++) {
        fputs(k == 0 ? ",\"hosts\":[" : ",\"binding\":[", f);
        for (int r = 0; r < p->ranks; r++) {
            if (r > 0)
                putc(',', f);
            put_text(f, k == 0 ? p->facts[r].host : p->facts[r].cpus);
        }
        putc(']', f);
    }
}

static void put_program(FILE *f, const struct profile *p)
{
    char when[sizeof("2000-01-01T00:00:00Z")] = "", *partial = NULL;
    const time_t now = time(NULL);
    struct tm utc;

    fputs("{\"type\":\"program\"", f);
    name_text(f, "mpiperf", PACKAGE_VERSION);
    name_integer(f, "format", RECORD_FORMAT);
    put_mpi(f);
    if (gmtime_r(&now, &utc) != NULL)
        strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &utc);
    name_text(f, "time", when);
    put_command(f);
    name_integer(f, "ranks", p->ranks);
    if (p->facts != NULL)
        put_places(f, p);
    name_text(f, "timer", p->timer);
    name_number(f, "seconds", p->seconds);
    fputs(",\"in_mpi\":{\"mean\":", f);
    put_number(f, p->in_mpi[0]);
    name_number(f, "least", p->in_mpi[1]);
    name_number(f, "most", p->in_mpi[2]);
    putc('}', f);
    name_number(f, "clock_error", p->bound);
    name_number(f, "kept", p->kept);
    name_integer(f, "unmatched", (double)p->unmatched);
    if (p->partial != NULL &&
        asprintf(&partial, "%s on rank %d", p->partial, p->only) < 0)
        partial = NULL;
    name_text(f, "partial", partial);
    free(partial);
    fputs("}\n", f);
}

static void put_key(FILE *f, const struct key *k, int64_t root, int64_t groups)
{
    const struct shape *s = &shapes[k->function];
    char spread[32];

    name_text(f, "op", s->op);
    name_integer(f, "procs", k->procs);
    name_integer(f, "bytes", (double)k->bytes);
    if (root >= 0)
        name_integer(f, "root", (double)root);
    else
        fputs(",\"root\":null", f);
    name_bool(f, "rotate", root == ROOT_CHANGES);
    name_text(f, "datatype", k->type[0] != '\0' ? k->type : NULL);
    name_text(f, "reduction", k->reduction[0] != '\0' ? k->reduction : NULL);
    name_text(f, "counts", key_spread_text(spread, k->spread));
    name_bool(f, "in_place", k->in_place != 0);
    name_integer(f, "groups", groups > 0 ? (double)groups : 1);
}

/* Prints a value for each rank. */
static void put_ranks(FILE *f, const char *name, const struct profile *p,
                      size_t row, bool last)
{
    fprintf(f, ",\"%s\":[", name);
    for (int r = 0; r < p->ranks; r++) {
        const struct delay *d = &p->delays[(size_t)r * p->ndelays + row];

        if (r > 0)
            putc(',', f);
        put_number(f, last ? d->last : d->mean);
    }
    putc(']', f);
}

static void put_spread(FILE *f, const struct row *r)
{
    if (isnan(row_quantile(r, 0)))
        return;
    fputs(",\"spread\":{\"p50\":", f);
    put_number(f, row_quantile(r, 0.5));
    name_number(f, "p90", row_quantile(r, 0.9));
    name_number(f, "p99", row_quantile(r, 0.99));
    name_number(f, "max", r->spread_most);
    putc('}', f);
}

/* Seconds are means over the ranks, like in_mpi.mean. */
static void put_row(FILE *f, const struct profile *p, size_t at)
{
    const struct row *r = &p->sums.v[at];
    const bool collective = r->key.procs > 0;
    const double ranks = p->partial == NULL ? p->ranks : 1;
    const double waiting = fmin(r->waiting, r->seconds);

    fprintf(f, "{\"type\":\"%s\"", collective ? "calls" : "other");
    if (collective)
        put_key(f, &r->key, r->root, r->groups);
    else
        name_text(f, "function", functions[r->key.function].name);
    name_integer(f, "calls", (double)r->calls);
    if (!collective)
        name_integer(f, "bytes", r->moved);
    name_number(f, "seconds", r->seconds / ranks);
    if (collective && p->partial == NULL) {
        name_number(f, "work", (r->seconds - waiting) / ranks);
        name_number(f, "waiting", waiting / ranks);
    }
    put_spread(f, r);
    if (at < p->ndelays && r->key.procs > 1) {
        put_ranks(f, "delays", p, at, false);
        put_ranks(f, "last", p, at, true);
    }
    fputs("}\n", f);
}

static int put_all(FILE *f, const void *profile)
{
    const struct profile *p = profile;
    locale_t before = c_locale_enter();

    put_program(f, p);
    for (size_t i = 0; i < p->sums.n; i++)
        put_row(f, p, i);
    fputs("{\"type\":\"end\",\"status\":\"complete\"}\n", f);
    c_locale_leave(before);
    return fflush(f) == 0 && !ferror(f) ? 0 : -1;
}

/* Returns the name of the file, malloced. */
static char *file_name(void)
{
    const char *given = getenv("MPIPERF_PROFILE");
    size_t n;
    char *name, *words;

    if (given != NULL && *given != '\0')
        return strdup(given);
    words = command_read(&n);
    if (words == NULL ||
        asprintf(&name, "%s.profile.jsonl",
                 *words != '\0' ? basename(words) : "program") < 0)
        name = NULL;
    free(words);
    return name;
}

void profile_write(const struct profile *p)
{
    char *name = file_name();
    int rc = name != NULL ? file_replace(name, put_all, p) : 0;

    if (rc != 0)
        fprintf(stderr, "mpiperf-profile: cannot write %s: %s%s\n",
                SHOWN_FILE(name), file_replace_error(rc),
                rc == -EEXIST ? ", or set MPIPERF_PROFILE to another file"
                              : "");
    else if (name != NULL && p->partial != NULL)
        fprintf(stderr,
                "mpiperf-profile: %s on rank %d: %s has only what this "
                "rank has called\n",
                p->partial, p->only, SHOWN_FILE(name));
    free(name);
}
