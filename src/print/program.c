/* program.c: prints the summary of a program's profile. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/program.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/parts.h"

/* ---- sentences ----------------------------------------------------------- */

const char *program_share(char *buf, const struct program *p, double seconds)
{
    const double share = 100 * seconds / number_of(p->head, "seconds");

    snprintf(buf, DIGITS_SIZE, share < 9.95 ? "%.1f %%" : "%.0f %%",
             isfinite(share) ? fmin(share, 9999) : 0);
    return buf;
}

char *program_name(const struct program *p)
{
    enum { SHOWN = 60 };
    size_t length, n;
    const char **word = json_words(json_object_get(p->head, "command"), &n);
    char *text, *shown;
    FILE *whole = text_open(&text, &length);
    bool cut;

    for (size_t i = 0; i < n; i++) /* of long paths the last part */
        if (strlen(word[i]) > SHOWN / 2 && (i == 0 || *word[i] == '/'))
            word[i] = basename(word[i]);
    words_print(whole, word, n);
    text_close(whole);
    cut = length > SHOWN;
    for (length = cut ? SHOWN : length;
         cut && ((unsigned char)text[length] & 0xc0) == 0x80;)
        length--; /* not within a character */
    shown = length > 0
                ? xasprintf("%.*s%s", (int)length, text, cut ? "..." : "")
                : xstrdup("the program");
    free(text);
    free(word);
    return shown;
}

static double in_mpi(const struct program *p)
{
    return number_of(json_object_get(p->head, "in_mpi"), "mean");
}

static char *title_text(const struct program *p)
{
    const char *partial = text_of(p->head, "partial");
    const long ranks = integer_of(p->head, "ranks");
    size_t length;
    char *text, *name = program_name(p);
    FILE *f = text_open(&text, &length);

    fprintf(f, "%s: %s on %ld rank%s, %s (%s) of it in MPI", name,
            TIME_TEXT(number_of(p->head, "seconds")), ranks,
            ranks == 1 ? "" : "s", TIME_TEXT(in_mpi(p)),
            SHARE_TEXT(p, in_mpi(p)));
    if (*partial != '\0')
        fprintf(f,
                "; %s: only its calls are in the profile, nothing is known of "
                "what it waited for",
                SHOWN_LINE(partial));
    text_close(f);
    free(name);
    return text;
}

char *line_name(const struct program_line *l)
{
    return l->bytes < 0 || strstr(l->name, "barrier") != NULL
               ? xstrdup(l->name)
               : xasprintf("%s %s", l->name, SIZE_TEXT(l->bytes));
}

/* Finds the rank that is last most often, its share of the calls, and its mean
 * delay after the other ranks. Returns false if no call was kept. */
static bool latest_rank(const json_t *record, size_t *rank, double *share,
                        double *late)
{
    const json_t *last = json_object_get(record, "last"),
                 *delays = json_object_get(record, "delays");
    double all = 0, most = 0, sum = 0, n = 0;

    for (size_t i = 0; i < json_array_size(last); i++) {
        double times = json_number_value(json_array_get(last, i));

        all += times;
        if (times > most) {
            most = times;
            *rank = i;
        }
    }
    if (!(most > 0))
        return false;
    for (size_t i = 0; i < json_array_size(delays); i++) {
        const json_t *delay = json_array_get(delays, i);

        if (i != *rank && json_is_number(delay)) {
            sum += json_number_value(delay);
            n++;
        }
    }
    *share = most / all;
    *late = json_number_value(json_array_get(delays, *rank)) -
            (n > 0 ? sum / n : 0);
    return true;
}

static void put_latest(FILE *f, const struct program_line *l)
{
    static const double often = 0.6; /* a rank with this share is always late */
    const json_t *spread = json_object_get(l->record, "spread");
    char *name = line_name(l);
    double share, late;
    size_t rank = 0;

    if (latest_rank(l->record, &rank, &share, &late)) {
        if (share >= often && late > 0)
            fprintf(f,
                    ": rank %zu comes last in %.0f %% of the calls of %s, "
                    "by %s",
                    rank, 100 * share, SHOWN_FILE(name), TIME_TEXT(late));
        else
            fprintf(f,
                    ": most at %s, where ranks come last in turn, rank %zu "
                    "in %.0f %% of the calls; first and last are %s apart "
                    "in half of them",
                    SHOWN_FILE(name), rank, 100 * share,
                    TIME_TEXT(number_of(spread, "p50")));
    }
    free(name);
}

static const struct program_line *largest(const struct program *p, bool waiting)
{
    const struct program_line *found = NULL;

    for (size_t i = 0; i < p->n; i++) {
        const double x = waiting ? p->v[i].waiting : p->v[i].work;
        const double most = found == NULL ? 0
                            : waiting     ? found->waiting
                                          : found->work;

        if (x > most)
            found = &p->v[i];
    }
    return found;
}

/* True if there are seconds enough to say more about. */
static bool matters(const struct program *p, double seconds)
{
    return seconds >= 0.01 * number_of(p->head, "seconds");
}

static char *waiting_text(const struct program *p)
{
    const struct program_line *most = largest(p, true);
    size_t length;
    char *text;
    FILE *f;

    if (isnan(p->waiting))
        return NULL;
    f = text_open(&text, &length);
    fprintf(f, "waiting for late ranks %s (%s)", TIME_TEXT(p->waiting),
            SHARE_TEXT(p, p->waiting));
    if (most != NULL && matters(p, p->waiting))
        put_latest(f, most);
    text_close(f);
    return text;
}

static int by_work(const void *a, const void *b)
{
    const struct program_line *const *x = a, *const *y = b;

    return ((*x)->work < (*y)->work) - ((*x)->work > (*y)->work);
}

static char *work_text(const struct program *p)
{
    enum { NAMED = 3 };
    const struct program_line **v = xcalloc(p->n + 1, sizeof(*v));
    const double little = 0.01 * (p->work + p->other);
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t i = 0; i < p->n; i++)
        v[i] = &p->v[i];
    qsort(v, p->n, sizeof(*v), by_work);
    fprintf(f, "communication itself %s (%s)", TIME_TEXT(p->work + p->other),
            SHARE_TEXT(p, p->work + p->other));
    for (size_t i = 0; i < p->n && i < NAMED && v[i]->work > little; i++) {
        char *name = line_name(v[i]);

        fprintf(f, "%s%s %s%s", i == 0 ? ": " : ", ", SHOWN_FILE(name),
                TIME_TEXT(v[i]->work),
                v[i]->record == NULL ? " (with waiting)" : "");
        free(name);
    }
    text_close(f);
    free(v);
    return text;
}

static char *saving_text(const struct program *p)
{
    return isnan(p->waiting)
               ? NULL
               : xasprintf("faster MPI calls can save at most %s; balancing "
                           "the work at most %s",
                           TIME_TEXT(p->work + p->other),
                           TIME_TEXT(p->waiting + p->other));
}

/* Adds the processors of a list such as "0-3,8" to a set. */
static void set_add(json_t *set, const char *list)
{
    enum { CPUS_MOST = 1 << 16 };
    char *rest, *name;

    for (; isdigit((unsigned char)*list); list = rest + (*rest == ',')) {
        const long cpu = strtol(list, &rest, 10);
        const long last = *rest == '-' ? strtol(rest + 1, &rest, 10) : cpu;

        /* bounded, as a file may contain anything */
        for (long i = 0; i <= last - cpu && i < CPUS_MOST; i++) {
            name = xasprintf("%ld", cpu + i);
            json_object_set_new(set, name, json_true());
            free(name);
        }
    }
}

static char *shared_text(const struct program *p)
{
    const json_t *names = json_object_get(p->head, "hosts"),
                 *lists = json_object_get(p->head, "binding");
    const char *name, *list, *before = "";
    json_t *hosts = json_object(), *host; /* for each host [its CPUs, ranks] */
    size_t ranks = 0, cpus = 0;

    for (size_t i = 0; i < json_array_size(names); i++) {
        name = json_string_value(json_array_get(names, i));
        list = json_string_value(json_array_get(lists, i)) ?: "";
        host = json_object_get(hosts, name);
        if (host == NULL) {
            host = json_pack("[{},i]", 0);
            json_object_set_new(hosts, name, host);
            before = "";
        }
        if (strcmp(list, before) != 0)
            set_add(json_array_get(host, 0), list);
        before = list;
        json_array_set_new(
            host, 1,
            json_integer(1 + json_integer_value(json_array_get(host, 1))));
    }
    json_object_foreach(hosts, name, host)
    {
        ranks = (size_t)json_integer_value(json_array_get(host, 1));
        cpus = json_object_size(json_array_get(host, 0));
        if (cpus > 0 && ranks > cpus)
            break;
    }
    json_decref(hosts);
    return cpus > 0 && ranks > cpus
               ? xasprintf("%zu ranks share %zu CPU%s: they wait for a CPU, "
                           "too, which lengthens waiting and work",
                           ranks, cpus, cpus == 1 ? "" : "s")
               : NULL;
}

static char *doubt_text(const struct program *p)
{
    const double kept = number_of(p->head, "kept"),
                 unmatched = number_of(p->head, "unmatched");

    if (unmatched > 0)
        return xasprintf("%.0f calls were not made by all ranks of their "
                         "communicator, or not completed: of these waiting is "
                         "not known",
                         unmatched);
    return kept > 0 && kept < 1
               ? xasprintf("waiting is that of one call in %.0f: more memory, "
                           "MPIPERF_PROFILE_MEMORY, keeps more",
                           1 / kept)
               : NULL;
}

/* ---- table --------------------------------------------------------------- */

enum { ROWS_MOST = 12 };

static int by_seconds(const void *a, const void *b)
{
    const struct program_line *x = a, *y = b;

    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

static const char *bytes_text(char *buf, long bytes)
{
    if (bytes < 0)
        return "";
    if (strlen(size_text(buf, bytes)) > strlen("12345678 B"))
        snprintf(buf, DIGITS_SIZE, "%.3g GiB", (double)bytes / (1 << 30));
    return buf;
}

static void put_row(FILE *f, const struct program *p,
                    const struct program_line *l)
{
    char procs[DIGITS_SIZE] = "";

    if (l->procs >= 0)
        snprintf(procs, sizeof(procs), "%ld", l->procs);
    fprintf(f, "%-23.23s %10s %6s %10.0f %9s %9s %6s\n", SHOWN_FILE(l->name),
            bytes_text((char[DIGITS_SIZE]){""}, l->bytes), procs, l->calls,
            TIME_TEXT(l->work), isnan(l->waiting) ? "-" : TIME_TEXT(l->waiting),
            SHARE_TEXT(p, l->seconds));
}

static void put_table(FILE *f, const struct program *p)
{
    double rest = 0;
    size_t rows = 1; /* more if they take a share that is not shown as 0 */

    if (p->n == 0)
        return;
    qsort(p->v, p->n, sizeof(*p->v), by_seconds);
    while (rows < p->n && rows < ROWS_MOST &&
           strcmp(SHARE_TEXT(p, p->v[rows].seconds), "0.0 %") != 0)
        rows++;
    fprintf(f, "\n%-23s %10s %6s %10s %9s %9s %6s\n", "operation", "bytes",
            "ranks", "calls", "work", "waiting", "share");
    for (size_t i = 0; i < rows; i++)
        put_row(f, p, &p->v[i]);
    for (size_t i = rows; i < p->n; i++)
        rest += p->v[i].seconds;
    if (p->n > rows)
        fprintf(f, "%zu more: %s\n", p->n - rows, TIME_TEXT(rest));
}

/* ---- all of it ----------------------------------------------------------- */

void program_print(FILE *f, struct program *p)
{
    print_line(f, title_text(p), "  ", false);
    print_line(f, waiting_text(p), "  ", false);
    print_line(f, work_text(p), "  ", false);
    print_line(f, saving_text(p), "  ", false);
    print_line(f, shared_text(p), "  ", false);
    print_line(f, doubt_text(p), "  ", false);
    put_table(f, p);
}
