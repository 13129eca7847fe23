/* foreign_line.c: translates a command line of an OSU or Intel MPI (IMB)
 * benchmark to mpiperf's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/options/foreign.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/benchmarks.h"

/* ---- a benchmark --------------------------------------------------------- */

static void benchmark_begin(struct translation *t)
{
    const struct benchmark *b = t->b;
    bool osu = benchmark_is_osu(b);

    words_add(t, "--progress=never --format=%", osu ? "osu" : "imb");
    t->operand = t->n;
    words_add(t, b->ours, "");
    if (!osu) /* ranks 0 and 1; or 2, 4, 8, ... and all */
        words_add(t, "--procs=%", b->columns == COLUMNS_ORIGIN ? "2" : "2:1Mi");
    if (b->sizes != NULL) /* 0 is the first of IMB's sizes up to 4 MiB */
        t->sizes =
            xasprintf("%s%s", b->sizes, !osu && *b->sizes == '0' ? ":4Mi" : "");
}

static void line_add(struct foreign_lines *all, struct translation *t)
{
    struct foreign_line l = {.argc = (int)t->n, .as = t->b};

    XAPPEND(t->words, t->n, NULL);
    l.argv = t->words;
    XAPPEND(all->v, all->n, l);
    free(t->sizes);
}

/* Adds the line of a benchmark: own..end are mpiperf's options. Returns an
 * error, malloced, or NULL. */
static char *benchmark_add(struct foreign_lines *all, const struct benchmark *b,
                           const struct option_line *l, char *const *own,
                           char *const *end)
{
    struct translation t = {.b = b, .pairs = "neighbors"};
    char *cause = NULL;

    words_add(&t, b->program, "");
    if (l->outcome != OPTIONS_RUN)
        words_add(&t, l->outcome == OPTIONS_HELP ? "--help" : "--version", "");
    else
        benchmark_begin(&t);
    for (size_t i = 0; i < l->n && cause == NULL && t.operand > 0; i++)
        if (l->v[i].row != NULL)
            cause = taken_add(&t, l, i);
    if (t.no_zero && t.sizes != NULL && strncmp(t.sizes, "0:", 2) == 0)
        *t.sizes = '1';
    else if (t.no_zero && t.sizes != NULL && strncmp(t.sizes, "0,", 2) == 0)
        memmove(t.sizes, t.sizes + 2, strlen(t.sizes) - 1);
    if (t.sizes != NULL)
        words_add(&t, "--size=%", t.sizes);
    for (; own < end; own++)
        words_add(&t, "%", *own);
    line_add(all, &t);
    return cause;
}

/* ---- the line ------------------------------------------------------------ */

struct found {
    const struct benchmark **v;
    size_t n;
    FILE *left; /* gets the names of those that do not run, of all */
};

static char *found_add(struct found *f, const char *program, const char *name)
{
    const struct benchmark *b = benchmark_find(program, name);
    const char **names = NULL;
    size_t n = 0;
    char *cause = NULL;

    if (b == NULL && strcmp(program, OSU) != 0)
        b = benchmark_find(NULL, name);
    if (b != NULL && b->columns != COLUMNS_NONE) {
        XAPPEND(f->v, f->n, b);
        return NULL;
    }
    if (b != NULL)
        return xasprintf("%s: %s", name, b->ours);
    for (b = benchmarks; b->name != NULL; b++)
        if (strcmp(b->program, program) == 0)
            XAPPEND(names, n, b->name);
    cause = names_unknown("benchmark", name, names, n);
    free(names);
    return cause;
}

/* Adds the benchmarks of a program of IMB that it runs if none is named. */
static char *found_all(struct found *f, const char *program)
{
    const char *reason = NULL;

    for (const struct benchmark *b = benchmarks; b->name != NULL; b++) {
        if (strcmp(b->program, program) != 0 || b->extra)
            continue;
        if (b->columns != COLUMNS_NONE) {
            XAPPEND(f->v, f->n, b);
            continue;
        }
        fprintf(f->left, "%s%s", reason == NULL ? "# mpiperf: not run: " : ", ",
                b->name);
        reason = b->ours;
    }
    if (f->n == 0)
        return xasprintf("%s: %s", program, reason);
    fputs(reason != NULL ? "\n" : "", f->left);
    return NULL;
}

/* Finds the benchmarks; lists the options that are ignored. */
static char *found_make(struct found *f, const char *program, const char *name,
                        const struct option_line *l)
{
    const bool osu = strcmp(program, OSU) == 0;
    const char *before = "# mpiperf: nothing to do for ";
    char *cause = osu ? found_add(f, program, name) : NULL;

    for (size_t i = 0; i < l->n && cause == NULL; i++) {
        bool named = l->v[i].row == NULL;
        char *ignored = named ? NULL : taken_ignored(l, i);

        if (named && !osu)
            cause = found_add(f, program, l->v[i].arg);
        if (ignored != NULL) {
            fprintf(f->left, "%s%s", before, ignored);
            before = ", ";
        }
        free(ignored);
    }
    fputs(*before == '#' ? "" : "\n", f->left);
    return cause == NULL && f->n == 0 ? found_all(f, program) : cause;
}

/* Returns a word of the line as option_line_scan() needs it: IMB's options have
 * one hyphen, and OSU's -c and -z may have a value behind the letter. */
static char *word_of(const char *word, bool osu)
{
    bool is_option = *word == '-' && isalpha((unsigned char)word[1]);

    if (!osu)
        return xasprintf("%s%s", is_option ? "-" : "", word);
    if ((is_option && word[1] == 'c') ||
        strncmp(word, "--validation=", strlen("--validation=")) == 0)
        return xstrdup("-c");
    if (is_option && word[1] == 'z')
        return xasprintf("-z%s", word[2] != '\0' ? word + 2 : "50,90,99");
    return xstrdup(strcmp(word, "--tail-lat") == 0 ? "-z50,90,99" : word);
}

/* Translates the words; those after -- are mpiperf's own. */
static char *line_translate(struct foreign_lines *all, const char *program,
                            const char *name, size_t argc, char *const *argv)
{
    bool osu = strcmp(program, OSU) == 0;
    struct option_row *rows = taken_rows(osu);
    char **words = xcalloc(argc + 1, sizeof(*words)), *cause = NULL;
    struct option_line l;
    const struct benchmark *any = benchmarks;
    struct found f = {0};
    size_t n = 0, length;

    f.left = text_open(&all->remarks, &length);
    for (; n < argc && strcmp(argv[n], "--") != 0; n++)
        words[n] = word_of(argv[n], osu);
    if (option_line_scan(&l, rows, (int)n, words, &cause) == 0) {
        cause = found_make(&f, program, name, &l);
        if (l.outcome != OPTIONS_RUN) { /* --help needs no benchmark */
            free(cause);
            cause = NULL;
            f.n = 0;
            while (strcmp(any->program, program) != 0)
                any++;
            XAPPEND(f.v, f.n, any);
        }
    } else /* IMB's have one hyphen, as they were written */
        for (char *c = cause; !osu && (c = strstr(c, "--")) != NULL;)
            memmove(c, c + 1, strlen(c));
    for (size_t i = 0; i < f.n && cause == NULL; i++)
        cause = benchmark_add(all, f.v[i], &l, argv + n + 1, argv + argc);
    text_close(f.left);
    option_line_free(&l);
    while (n > 0)
        free(words[--n]);
    free(words);
    free(rows);
    free(f.v);
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

void foreign_lines(struct foreign_lines *all, int argc, char *const *argv,
                   char **cause)
{
    static const char option[] = "--as=";
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL, *as = NULL;
    const char *name, *program;
    struct translation t = {0};
    char **others = NULL;
    size_t n = 0;

    for (int i = 0; i < argc; i++)
        if (as == NULL && strncmp(argv[i], option, strlen(option)) == 0)
            as = argv[i] + strlen(option);
        else
            XAPPEND(others, n, argv[i]);
    name = as != NULL      ? as
           : slash != NULL ? slash + 1
           : argc > 0      ? argv[0]
                           : "";
    program = program_of(name);
    *all = (struct foreign_lines){0};
    *cause = program != NULL ? line_translate(all, program, name, n, others)
             : as != NULL ? xasprintf("--as: %s is not a benchmark of OSU or a "
                                      "program of IMB",
                                      QUOTED(as))
                          : NULL;
    for (size_t i = 0; all->n == 0 && i < n && (i == 0 || *cause == NULL); i++)
        words_add(&t, "%", others[i]);
    if (all->n == 0)
        line_add(all, &t);
    free(others);
}

void foreign_lines_free(struct foreign_lines *all)
{
    for (size_t i = 0; i < all->n; i++) {
        for (int k = 0; k < all->v[i].argc; k++)
            free(all->v[i].argv[k]);
        free(all->v[i].argv);
    }
    free(all->v);
    free(all->remarks);
    *all = (struct foreign_lines){0};
}
