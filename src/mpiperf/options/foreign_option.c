/* foreign_option.c: the options of OSU's and Intel's (IMB) benchmarks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/foreign.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/benchmarks.h"

/* Returns `n` characters of the text, in which the value replaces a %. */
static char *filled(const char *text, size_t n, const char *value)
{
    size_t before = strcspn(text, "%");

    return before >= n ? xasprintf("%.*s", (int)n, text)
                       : xasprintf("%.*s%s%.*s", (int)before, text, value,
                                   (int)(n - before - 1), text + before + 1);
}

void words_add(struct translation *t, const char *text, const char *value)
{
    while (*text != '\0') {
        size_t n = strcspn(text, " ");

        XAPPEND(t->words, t->n, filled(text, n, value));
        text += n + (text[n] == ' ');
    }
}

static void number_add(struct translation *t, const char *text, long n)
{
    char *value = xasprintf("%ld", n);

    words_add(t, text, value);
    free(value);
}

/* ---- values that need more than a template ------------------------------- */

/* These functions return an error, malloced, or NULL. */
typedef char *take_fn(struct translation *t, const char *value);

static bool ours_has(const struct translation *t, const char *text)
{
    return strstr(t->b->ours, text) != NULL;
}

/* Sets *n to the number in the first `length` characters. */
static bool is_number(const char *text, size_t length, long *n)
{
    char *end;

    *n = strtol(text, &end, 10);
    return isdigit((unsigned char)*text) && end == text + length &&
           *n <= INT_MAX;
}

/* OSU's -m: MAX, MIN:MAX, MIN: or :MAX. */
static char *take_size(struct translation *t, const char *value)
{
    const char *colon = strchr(value, ':');
    char *old = t->sizes, *most = old != NULL ? strchr(old, ':') : NULL;

    if (most == NULL) /* the benchmark has one size */
        return NULL;
    *most++ = '\0';
    t->sizes = colon == NULL      ? xasprintf("%s:%s", old, value)
               : colon == value   ? xasprintf("%s%s", old, value)
               : colon[1] == '\0' ? xasprintf("%s%s", value, most)
                                  : xstrdup(value);
    free(old);
    return NULL;
}

/* IMB's -msglog: MAX or MIN:MAX, powers of 2; 0 is always the first size. */
static char *take_msglog(struct translation *t, const char *value)
{
    size_t n = strcspn(value, ":");
    const char *last = value[n] == ':' ? value + n + 1 : value;
    long least = 0, most;

    if ((last != value && !is_number(value, n, &least)) ||
        !is_number(last, strlen(last), &most) || most > 40 || least > most)
        return xasprintf("%s: must be MIN:MAX, powers of 2", QUOTED(value));
    if (t->sizes == NULL || strchr(t->sizes, ':') == NULL)
        return NULL;
    if (ours_has(t, "--datatype") && least < 2) /* an element has 4 bytes */
        least = most < 2 ? most : 2;
    free(t->sizes);
    t->sizes = xasprintf("0,%ld:%ld", 1L << least, 1L << most);
    return NULL;
}

static char *take_list(struct translation *t, const char *value)
{
    free(t->sizes);
    t->sizes = xstrdup(value);
    return NULL;
}

/* Iterations, which are launches; one of pingpong has 100 round trips. IMB's
 * -iter may continue with a comma. */
static char *take_iterations(struct translation *t, const char *value)
{
    enum { ROUNDS = 100 };
    bool rounds = strncmp(t->b->ours, "pingpong", strlen("pingpong")) == 0;
    long n;

    if (!is_number(value, strcspn(value, ","), &n) || n < 1)
        return xasprintf("%s: must be a number, 1 or more", QUOTED(value));
    if (rounds && n < ROUNDS)
        number_add(t, "--param=pingpong.rounds=%", n);
    number_add(t, "--max-rse=0 --min-valid=1 --max-valid=% --max-launches=%00",
               rounds ? (n + ROUNDS - 1) / ROUNDS : n);
    return NULL;
}

static char *take_window(struct translation *t, const char *value)
{
    if (ours_has(t, "rma.calls"))
        words_add(t, "--param=rma.calls=%", value);
    else if (ours_has(t, "bandwidth"))
        words_add(t, "--param=bandwidth.window=%", value);
    return NULL;
}

/* OSU's -z: percentiles; those of rates are found from the other end. */
static char *take_tails(struct translation *t, const char *value)
{
    bool rate = t->b->columns == COLUMNS_RATE || t->b->columns == COLUMNS_RATES;
    char *list = NULL, *copy = xstrdup(value);
    char *rest = copy, *cause = NULL, *word;
    long n;

    while (cause == NULL && (word = strsep(&rest, ",")) != NULL) {
        char *before = list;

        if (!is_number(word, strlen(word), &n) || n < 1 || n > 99)
            cause = xasprintf("%s: must be numbers from 1 to 99", QUOTED(word));
        else if (before == NULL)
            list = xasprintf("%ld", rate ? 100 - n : n);
        else
            list = rate ? xasprintf("%ld,%s", 100 - n, before)
                        : xasprintf("%s,%ld", before, n);
        if (list != before)
            free(before);
    }
    if (cause == NULL)
        words_add(t, "--percentiles=%", list);
    free(list);
    free(copy);
    return cause;
}

/* OSU's -s: how one-sided calls complete: the end of the operation's name. */
static char *take_sync(struct translation *t, const char *value)
{
    char **word = &t->words[t->operand], *old = *word;
    size_t n =
        strlen(old) - strlen(has_suffix(old, "_flush") ? "flush" : "pscw");

    if (!ours_has(t, "rma.window"))
        return xstrdup("only one-sided benchmarks have it");
    *word = xasprintf("%.*s%s", (int)n, old, value);
    free(old);
    return NULL;
}

/* OSU's -t: calls of MPI_Test, or threads. */
static char *take_tests(struct translation *t, const char *value)
{
    size_t n = strcspn(value, ":");

    if (t->b->columns == COLUMNS_OVERLAP) {
        words_add(t, "--param=overlap.tests=%", value);
        return NULL;
    }
    if (!ours_has(t, "--threads"))
        return xstrdup("only nonblocking and multi-threaded benchmarks have "
                       "it");
    if (value[n] == ':' &&
        (strncmp(value, value + n + 1, n) != 0 || value[n + 1 + n] != '\0'))
        return xasprintf("%s: both ranks have as many threads", QUOTED(value));
    words_add(t, "--threads=%", value + (value[n] == ':' ? n + 1 : 0));
    return NULL;
}

/* A datatype; reductions have no MPI_CHAR. */
static char *take_type(struct translation *t, const char *value)
{
    const char *name = value + (strncmp(value, "mpi_", 4) == 0 ? 4 : 0);
    bool is_char = strcmp(name, "char") == 0;

    if (strcmp(name, "all") == 0)
        return xstrdup("run once for each type");
    if (!is_char || !ours_has(t, "--datatype"))
        words_add(t, "--datatype=%",
                  is_char                    ? "byte"
                  : strcmp(name, "int") == 0 ? "int32"
                                             : name);
    return NULL;
}

/* IMB has one type for reductions, and one for the others with data. */
static char *take_other_type(struct translation *t, const char *value)
{
    return t->sizes == NULL || ours_has(t, "--datatype") ? NULL
                                                         : take_type(t, value);
}

static char *take_reduced_type(struct translation *t, const char *value)
{
    return ours_has(t, "--datatype") ? take_type(t, value) : NULL;
}

/* OSU's -p: pairs of ranks. */
static char *take_pairs(struct translation *t, const char *value)
{
    long n;

    if (!ours_has(t, "--pairs=halves"))
        return xstrdup("only benchmarks of several pairs have it");
    if (!is_number(value, strlen(value), &n) || n < 1)
        return xasprintf("%s: must be a number, 1 or more", QUOTED(value));
    number_add(t, "--procs=%", 2 * n);
    return NULL;
}

/* IMB's -npmin: from so many ranks on; not for two ranks. */
static char *take_ranks(struct translation *t, const char *value)
{
    if (t->b->columns != COLUMNS_ORIGIN)
        words_add(t, "--procs=%:1Mi", value);
    return NULL;
}

/* IMB's -multi 0: pairs of neighbors; with -map Px2, of the halves. */
static char *take_multi(struct translation *t, const char *value)
{
    if (strcmp(value, "-1") == 0)
        return NULL;
    if (strcmp(value, "0") != 0 || t->b->columns != COLUMNS_ORIGIN)
        return xstrdup("only 0, between two ranks: use mpiperf's --groups=K");
    words_add(t, "--pairs=% --procs=1Mi", t->pairs);
    return NULL;
}

static char *take_map(struct translation *t, const char *value)
{
    const char *x = strchr(value, 'x');

    if (x == NULL || strcmp(x, "x2") != 0)
        return xasprintf("%s: only Px2 is known, with -multi 0", QUOTED(value));
    t->pairs = "halves";
    words_add(t, "--pairs=halves", "");
    return NULL;
}

static bool is_on(const char *value)
{
    return strcmp(value, "on") == 0 || strcmp(value, "1") == 0 ||
           strcmp(value, "enable") == 0 || strcmp(value, "yes") == 0;
}

/* Of operations without a root IMB has none to shift. */
static char *take_shift(struct translation *t, const char *value)
{
    static const char rooted[] =
        " bcast reduce gather gatherv scatter scatterv "
        "ibcast ireduce igather igatherv iscatter iscatterv bcast_init "
        "reduce_init gather_init gatherv_init scatter_init scatterv_init ";
    char *op = xasprintf(" %.*s ", (int)strcspn(t->b->ours, " :"), t->b->ours);

    if (is_on(value) && strstr(rooted, op) != NULL)
        words_add(t, "--root=rotate", "");
    free(op);
    return NULL;
}

static char *take_zero(struct translation *t, const char *value)
{
    t->no_zero = !is_on(value);
    return NULL;
}

/* OSU's -k: fixed:RANK or rotate. */
static char *take_root(struct translation *t, const char *value)
{
    words_add(t, "--root=%",
              value + (strncmp(value, "fixed:", 6) == 0 ? 6 : 0));
    return NULL;
}

/* OSU's -N: cart:1:1 is a ring. */
static char *take_neighbors(struct translation *t, const char *value)
{
    (void)t;
    return strcmp(value, "cart:1:1") == 0 ? NULL
                                          : xstrdup("use -- --topology=NAME");
}

/* ---- the options --------------------------------------------------------- */

#define SWITCH "on|off"
#define BY_NAME "!name the benchmarks instead"
#define NOT_HERE "!buffers are in the memory of the host: use OSU's program"

/* An option. `ours`: mpiperf's words, in which % stands for the value; or,
 * after a !, why the option cannot be had; or, with `take`, only a hint; or ""
 * if the option changes nothing that the figures mean. */
static const struct taken {
    bool osu;
    char key;
    const char *name, *arg, *ours;
    take_fn *take; /* makes the words, or NULL */
} taken[] = {
    {1, 'm', "message-size", "MIN:MAX", "--size=%", take_size},
    {1, 'i', "iterations", "N", "--max-valid=% --max-rse=0", take_iterations},
    {1, 'x', "warmup", "N", "", NULL},
    {1, 'c', "validation", NULL, "--verify", NULL},
    {1, 'u', "validation-warmup", "N", "", NULL},
    {1, 'f', "full", NULL, "--format=osu-full", NULL},
    {1, 'z', "tail-lat", "LIST", "--percentiles=%", take_tails},
    {1, 'W', "window-size", "N", "--param=bandwidth.window=%", take_window},
    {1, 'V', "vary-window", NULL, "!run once for each window, with -W", NULL},
    {1, 'p', "num-pairs", "N", "--procs=% with --pairs=halves", take_pairs},
    {1, 'b', "buffer-num", "single|multiple", "", NULL},
    {1, 'd', "accelerator", "TYPE", NOT_HERE, NULL},
    {1, 'r', "cuda-target", "TYPE", NOT_HERE, NULL},
    {1, 's', "sync-option", "WORD", "an operation such as put_%", take_sync},
    {1, 'w', "win-options", "WORD", "--param=rma.window=%", NULL},
    {1, 't', "num-test-calls", "N", "--param=overlap.tests=%", take_tests},
    {1, 'T', "type", "TYPE", "--datatype=%", take_type},
    {1, 'D', "ddt", "TYPE", "!use -- --datatype=vector or indexed", NULL},
    {1, 'k', "root-rank", "RANK|rotate", "--root=%", take_root},
    {1, 'l', "in-place", NULL, "--in-place", NULL},
    {1, 'N', "nhbr", "TYPE", "--topology=NAME", take_neighbors},
    {1, 'I', "session", NULL, "", NULL},
    {1, 'M', "mem-limit", "BYTES", "", NULL},
    {1, 'a', "array-size", "N", "", NULL},
    {1, 'G', "graph", "TYPE", "", NULL},
    {1, 'P', "papi", "EVENTS", "", NULL},
    {1, 'R', "print-rate", "0|1", "", NULL},
    {0, 0, "npmin", "N", "--procs=LIST", take_ranks},
    {0, 0, "iter", "N", "--max-valid=% --max-rse=0", take_iterations},
    {0, 0, "iter_policy", "WORD", "", NULL},
    {0, 0, "msglog", "MIN:MAX", "--size=%, in bytes", take_msglog},
    {0, 0, "msgsize", "LIST", "--size=%", take_list},
    {0, 0, "msglen", "FILE", "!use -msgsize LIST", NULL},
    {0, 0, "map", "PxQ", "--pairs=halves", take_map},
    {0, 0, "multi", "0", "--groups=K or --pairs=neighbors", take_multi},
    {0, 0, "time", "SECONDS", "--max-time=%", NULL},
    {0, 0, "off_cache", "SIZE", "--buffer=cold", NULL},
    {0, 0, "window_size", "N", "--param=bandwidth.window=%", take_window},
    {0, 0, "imb_barrier", SWITCH, "--method=barrier", NULL},
    {0, 0, "root_shift", SWITCH, "--root=rotate", take_shift},
    {0, 0, "data_type", "TYPE", "--datatype=%", take_other_type},
    {0, 0, "red_data_type", "TYPE", "--datatype=%", take_reduced_type},
    {0, 0, "sync", "WORD", "", NULL},
    {0, 0, "zero_size", SWITCH, "--size=MIN:MAX", take_zero},
    {0, 0, "mem", "GB", "", NULL},
    {0, 0, "mem_alloc_type", "WORD", "", NULL},
    {0, 0, "warm_up", "WORD", "", NULL},
    {0, 0, "msg_pause", "WORD", "", NULL},
    {0, 0, "thread_level", "WORD", "", NULL},
    {0, 0, "contig_type", "WORD", "!use -- --datatype=vector", NULL},
    {0, 0, "aggregate_mode", "WORD", "!use -- --param=rma.calls=N", NULL},
    {0, 0, "input", "FILE", BY_NAME, NULL},
    {0, 0, "include", "LIST", BY_NAME, NULL},
    {0, 0, "exclude", "LIST", BY_NAME, NULL},
};

enum { TAKEN = sizeof(taken) / sizeof(taken[0]) };

/* Row i is taken[i]; those of the other programs have a name that no word has.
 */
struct option_row *taken_rows(bool osu)
{
    struct option_row *rows = xcalloc(TAKEN + 3, sizeof(*rows));

    for (size_t i = 0; i < TAKEN; i++) {
        rows[i].key = taken[i].osu == osu ? taken[i].key : 0;
        rows[i].p.name = taken[i].osu == osu ? taken[i].name : "=";
        rows[i].p.arg = taken[i].arg;
    }
    rows[TAKEN] = (struct option_row){
        .key = 'h', .p.name = "help", .outcome = OPTIONS_HELP};
    rows[TAKEN + 1] = (struct option_row){
        .key = 'v', .p.name = "version", .outcome = OPTIONS_VERSION};
    return rows;
}

static char *name_of(const struct taken *o)
{
    return o->osu ? xasprintf("-%c", o->key) : xasprintf("-%s", o->name);
}

char *taken_ignored(const struct option_line *l, size_t i)
{
    const struct taken *o = &taken[l->v[i].row - l->rows];

    return *o->ours == '\0' ? name_of(o) : NULL;
}

char *taken_add(struct translation *t, const struct option_line *l, size_t i)
{
    const struct taken *o = &taken[l->v[i].row - l->rows];
    char *cause = NULL, *name;

    if (o->take != NULL)
        cause = o->take(t, l->v[i].arg);
    else if (*o->ours == '!')
        cause = xstrdup(o->ours + 1);
    else if (o->arg == NULL || strcmp(o->arg, SWITCH) != 0 ||
             is_on(l->v[i].arg))
        words_add(t, o->ours, l->v[i].arg);
    if (cause == NULL)
        return NULL;
    name = name_of(o);
    cause = xprefix(name, cause);
    free(name);
    return cause;
}

static char *hint_of(const struct taken *o)
{
    return *o->ours == '\0'  ? xstrdup("not needed")
           : *o->ours == '!' ? xasprintf("not possible: %s", o->ours + 1)
                             : filled(o->ours, strlen(o->ours), o->arg);
}

void taken_help(FILE *f, bool osu)
{
    fputs("The options of this benchmark, in mpiperf's; after -- more of these "
          "may follow (mpiperf --help shows them):\n",
          f);
    for (const struct taken *o = taken; o < taken + TAKEN; o++) {
        char *name = name_of(o), *hint = hint_of(o);

        if (o->osu == osu)
            fprintf(f, "  %s %-*s %s\n", name, 24 - (int)strlen(name),
                    o->arg != NULL ? o->arg : "", hint);
        free(hint);
        free(name);
    }
}

char *taken_hint(const char *word, size_t length)
{
    bool two = length > 2 && word[1] == '-', osu = length == 2 || two;
    const char *name = word + (two ? 2 : 1);

    if (length < 2 || *word != '-')
        return NULL;
    for (const struct taken *o = taken; o < taken + TAKEN; o++)
        if (o->osu == osu &&
            (length == 2 ? o->key == word[1]
                         : strlen(o->name) == (size_t)(word + length - name) &&
                               strncmp(o->name, name, strlen(o->name)) == 0))
            return hint_of(o);
    return NULL;
}
