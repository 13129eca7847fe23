/* foreign_line.c: translates a command line of an OSU or Intel MPI (IMB)
 * benchmark to mpiperf's, by a table of their options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/foreign_line.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/option_rows.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/benchmarks.h"

/* A translation in progress. */
struct translation {
    const char *program;       /* OSU, or the program of IMB; NULL: neither */
    const char *name;          /* of OSU's benchmark, or of that program */
    const struct benchmark *b; /* the first one; NULL if there is none yet */
    char **words;              /* of mpiperf's command line, malloced */
    size_t n;
    char *sizes;       /* for --size, malloced; NULL if messages are empty */
    const char *pairs; /* for --pairs */
};

/* Returns `n` characters of the text, in which the value replaces a %. */
static char *filled(const char *text, size_t n, const char *value)
{
    size_t before = strcspn(text, "%");

    return before >= n ? xasprintf("%.*s", (int)n, text)
                       : xasprintf("%.*s%s%.*s", (int)before, text, value,
                                   (int)(n - before - 1), text + before + 1);
}

/* Adds the words of a text, which blanks separate; the value replaces a %. */
static void words_add(struct translation *t, const char *text,
                      const char *value)
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

    (void)value;
    words_add(t, rate ? "--percentiles=1,10,50" : "--percentiles=50,90,99", "");
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

/* ---- the options --------------------------------------------------------- */

/* An option. `ours`: mpiperf's words, in which % stands for the value; or,
 * after a !, why the option cannot be had; or, with `take`, only a hint. */
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
    {1, 'f', "full", NULL, "--format=osu-full", NULL},
    {1, 'z', "tail-lat", NULL, "--percentiles=50,90,99", take_tails},
    {1, 'W', "window-size", "N", "--param=bandwidth.window=%", take_window},
    {1, 'b', "buffer-num", "single|multiple", "", NULL},
    {1, 'd', "accelerator", "TYPE",
     "!buffers are in the memory of the host: use OSU's program", NULL},
    {1, 'w', "win-options", "WORD", "--param=rma.window=%", NULL},
    {1, 'l', "in-place", NULL, "--in-place", NULL},
    {1, 'M', "mem-limit", "BYTES", "", NULL},
    {0, 0, "npmin", "N", "--procs=LIST", take_ranks},
    {0, 0, "iter", "N", "--max-valid=% --max-rse=0", take_iterations},
    {0, 0, "msglog", "MIN:MAX", "--size=%, in bytes", take_msglog},
    {0, 0, "map", "PxQ", "--pairs=halves", take_map},
    {0, 0, "multi", "0", "--groups=K or --pairs=neighbors", take_multi},
    {0, 0, "time", "SECONDS", "--max-time=%", NULL},
    {0, 0, "off_cache", "SIZE", "--buffer=cold", NULL},
    {0, 0, "window_size", "N", "--param=bandwidth.window=%", take_window},
    {0, 0, "imb_barrier", "WORD", "--method=barrier", NULL},
    {0, 0, "sync", "WORD", "", NULL},
    {0, 0, "mem", "GB", "", NULL},
};

enum { TAKEN = sizeof(taken) / sizeof(taken[0]) };

/* Returns the rows of a program's options; free with free(). Row i is taken[i];
 * those of the other programs have a name that no word has. */
static struct option_row *rows_of(bool osu)
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

static char *option_take(struct translation *t, const struct taken *o,
                         const char *value)
{
    char *cause = NULL, *name;

    if (o->take != NULL)
        cause = o->take(t, value);
    else if (*o->ours == '!')
        cause = xstrdup(o->ours + 1);
    else
        words_add(t, o->ours, value);
    if (cause == NULL)
        return NULL;
    name = o->osu ? xasprintf("-%c", o->key) : xasprintf("-%s", o->name);
    cause = xprefix(name, cause);
    free(name);
    return cause;
}

/* ---- the benchmark ------------------------------------------------------- */

/* Begins with the benchmark. Returns an error, malloced, or NULL. */
static char *benchmark_add(struct translation *t, const char *name)
{
    const struct benchmark *b = benchmark_find(t->program, name);

    if (b == NULL)
        b = benchmark_find(NULL, name);
    if (b == NULL)
        return xasprintf("%s has no benchmark %s", t->program, QUOTED(name));
    if (b->columns == COLUMNS_NONE)
        return xasprintf("%s: %s", name, b->ours);
    if (t->b != NULL)
        return xasprintf("%s, %s: only one benchmark in a run", t->b->name,
                         b->name);
    t->b = b;
    words_add(t, "--progress=never --format=%",
              benchmark_is_osu(b) ? "osu" : "imb");
    words_add(t, b->ours, "");
    if (!benchmark_is_osu(b)) /* ranks 0 and 1; or 2, 4, 8, ... and all */
        words_add(t, "--procs=%", b->columns == COLUMNS_ORIGIN ? "2" : "2:1Mi");
    if (b->sizes != NULL) /* 0 is the first of IMB's sizes up to 4 MiB */
        t->sizes =
            xasprintf("%s%s", b->sizes,
                      !benchmark_is_osu(b) && *b->sizes == '0' ? ":4Mi" : "");
    return NULL;
}

/* ---- the line ------------------------------------------------------------ */

/* Adds what was scanned: first the benchmarks, on which options depend. */
static char *scanned_add(struct translation *t, const struct option_line *l)
{
    bool osu = strcmp(t->program, OSU) == 0;
    char *cause = osu ? benchmark_add(t, t->name) : NULL;

    if (l->outcome != OPTIONS_RUN) {
        words_add(t, l->outcome == OPTIONS_HELP ? "--help" : "--version", "");
        return NULL;
    }
    for (size_t i = 0; i < l->n && cause == NULL; i++)
        if (l->v[i].row == NULL && !osu)
            cause = benchmark_add(t, l->v[i].arg);
    if (cause == NULL && t->b == NULL)
        return xasprintf("%s needs the name of a benchmark", t->program);
    for (size_t i = 0; i < l->n && cause == NULL; i++)
        if (l->v[i].row != NULL)
            cause = option_take(t, &taken[l->v[i].row - l->rows], l->v[i].arg);
    if (cause == NULL && t->sizes != NULL)
        words_add(t, "--size=%", t->sizes);
    return cause;
}

/* Translates the words; those after -- are mpiperf's own. IMB's options have
 * one hyphen. */
static char *line_translate(struct translation *t, int argc, char *const *argv)
{
    bool osu = strcmp(t->program, OSU) == 0;
    struct option_row *rows = rows_of(osu);
    char **words = xcalloc((size_t)argc + 1, sizeof(*words)), *cause = NULL;
    struct option_line l;
    int n = 0;

    for (; n < argc && strcmp(argv[n], "--") != 0; n++)
        words[n] = xasprintf(
            "%s%s", !osu && *argv[n] == '-' && argv[n][1] != '-' ? "-" : "",
            argv[n]);
    if (option_line_scan(&l, rows, n, words, &cause) == 0)
        cause = scanned_add(t, &l);
    for (int i = n + 1; i < argc; i++)
        words_add(t, "%", argv[i]);
    option_line_free(&l);
    while (n > 0)
        free(words[--n]);
    free(words);
    free(rows);
    return cause;
}

/* Returns the program of this name, OSU for a benchmark of OSU; NULL if it is
 * none. */
static const char *program_of(const char *name)
{
    const struct benchmark *b = benchmarks;

    while (b->name != NULL && strcmp(b->program, name) != 0)
        b++;
    return strncasecmp(name, "osu_", 4) == 0 ? OSU : b->program;
}

void foreign_line(struct foreign_line *l, int argc, char *const *argv,
                  char **cause)
{
    static const char option[] = "--as=";
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL, *as = NULL;
    struct translation t = {.pairs = "neighbors"};
    char **others = NULL;
    size_t n = 0;

    for (int i = 0; i < argc; i++)
        if (as == NULL && strncmp(argv[i], option, strlen(option)) == 0)
            as = argv[i] + strlen(option);
        else
            XAPPEND(others, n, argv[i]);
    t.name = as != NULL      ? as
             : slash != NULL ? slash + 1
             : argc > 0      ? argv[0]
                             : "";
    t.program = program_of(t.name);
    *cause = NULL;
    for (size_t i = 0; i < n && (i == 0 || t.program == NULL); i++)
        words_add(&t, "%", others[i]);
    if (t.program != NULL)
        *cause = line_translate(&t, (int)n, others);
    else if (as != NULL)
        *cause = xasprintf("--as: %s is not a benchmark of OSU or a program of "
                           "IMB",
                           QUOTED(as));
    free(t.sizes);
    free(others);
    *l = (struct foreign_line){.argc = (int)t.n, .as = t.b};
    XAPPEND(t.words, t.n, NULL);
    l->argv = t.words;
}

void foreign_line_free(struct foreign_line *l)
{
    for (int i = 0; i < l->argc; i++)
        free(l->argv[i]);
    free(l->argv);
    *l = (struct foreign_line){0};
}

char *foreign_line_option(const char *word, size_t length)
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
            return *o->ours == '\0' ? xstrdup("not needed")
                                    : filled(o->ours, strlen(o->ours), o->arg);
    return NULL;
}
