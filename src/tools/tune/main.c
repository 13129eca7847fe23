/* main.c: mpiperf-tune: from runs, writes the file that sets the algorithms of
 * an MPI library, and tries it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "compare/read.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/tune/search.h"
#include "tools/tune/selection.h"
#include "tools/common.h"
#include "verdict/conditions.h"

/* Writes a file and adds its settings, unless the text is NULL; frees it. */
static int write_file(const struct options *o, enum file_kind kind,
                      const char *file, const char *from,
                      const struct library *l, char *text, struct settings *s)
{
    char *path, *front, *cause = NULL;
    int status;

    if (file == NULL || text == NULL) {
        free(text);
        return EXIT_DONE;
    }
    for (const char *c = file; *c != '\0'; c++)
        if (iscntrl((unsigned char)*c)) {
            tool_error(&tune_tool,
                       xasprintf("%s: a file name must be a single line",
                                 QUOTED(file)));
            free(text);
            return EXIT_USAGE;
        }
    if (front_needed(kind, &front) != 0) {
        free(text);
        return EXIT_FAILED;
    }
    path = absolute(file);
    settings_add(s, kind, path, front, text);
    text = file_text(kind, path, front, from, l, text);
    status = output_write(file, o->overwrite, text, &cause);
    free(path);
    free(front);
    if (status != EXIT_DONE) /* *the cause names the option: "--output: ..." */
        tool_error(&tune_tool,
                   xasprintf("--%s%s",
                             kind == FILE_PROFILE ? "profile" : "output",
                             strchr(cause, ':')));
    free(cause);
    return status;
}

/* Returns "runs.jsonl: 20 runs of mpiperf 1.0 with MPICH 4.0.2, AMD EPYC". */
static char *from_text(const struct options *o, const struct runs *r,
                       const struct library *l)
{
    const json_t *run = r->v[0].record;
    char *cpu = cpu_text(run);
    char *text = xasprintf("%s%s: %zu runs of mpiperf %s with %s, %s",
                           o->word[0], o->words > 1 ? " and others" : "", r->n,
                           text_of(run, "mpiperf"), l->name, cpu);

    free(cpu);
    return text;
}

/* Reports that nothing was chosen; existing files of these names are old. */
static void print_nothing(const struct options *o,
                          const struct comparisons *all)
{
    const char *const names[] = {o->output, o->profile};
    bool decided = true;

    for (size_t i = 0; i < all->n; i++)
        decided &= (comparison_decided(&all->v[i]) &&
                    !comparison_has(&all->v[i], all->v[i].hand)) ||
                   !comparison_counts(&all->v[i]);
    puts(decided ? "nothing to gain: no file is written"
                 : "no file is written");
    for (size_t i = 0; i < 2; i++)
        if (names[i] != NULL && access(names[i], F_OK) == 0)
            printf("%s is from an earlier run\n", SHOWN_FILE(names[i]));
}

static int write_files(const struct options *o, const struct comparisons *all,
                       const struct runs *r, const struct library *l)
{
    char *from = from_text(o, r, l), *text = NULL, *cause = NULL;
    struct settings s = {0};
    int status = EXIT_DONE;

    if (l->kind == FILE_KINDS && o->output != NULL)
        tool_error(&tune_tool,
                   xasprintf("--output: no known file sets algorithms of %s",
                             SHOWN_FILE(l->name)));
    if (l->kind == FILE_RULES)
        text = rules_text(all, l);
    if (l->kind == FILE_VARIABLES) {
        text = variables_text(all);
        if (o->output != NULL)
            status =
                selection_write(o->output, o->overwrite, all, l, &text, &cause);
    }
    if (status != EXIT_DONE) {
        tool_error(&tune_tool, cause);
        free(text);
    } else if (l->kind != FILE_KINDS) {
        status = write_file(o, l->kind, o->output, from, l, text, &s);
    }
    if (status == EXIT_DONE)
        status = write_file(o, FILE_PROFILE, o->profile, from, l,
                            profile_text(all), &s);
    if (status == EXIT_DONE && s.n > 0) {
        fputs("activate: ", stdout);
        settings_print(stdout, &s, "; undo: ");
    } else if (status == EXIT_DONE && (o->output != NULL || o->profile != NULL))
        print_nothing(o, all);
    settings_free(&s);
    free(from);
    return status;
}

/* ---- runs ---------------------------------------------------------------- */

/* Returns why no file can be made from the runs, malloced; NULL if one can. */
static char *runs_refuse(const struct runs *r, const struct comparisons *all,
                         bool once)
{
    const json_t *first = r->v[0].record;
    size_t most = 0;
    bool any = false;

    for (size_t i = 0; i < r->n; i++)
        if (!json_equal(json_object_get(first, "mpi"),
                        json_object_get(r->v[i].record, "mpi")))
            return xstrdup(
                "the runs have several MPI libraries: a file is for one");
    if (!once)
        return xstrdup("a collective was measured under two conditions, such "
                       "as buffers: a file is for one");
    for (size_t i = 0; i < all->n; i++)
        for (size_t a = 1; a < all->v[i].algos; a++)
            any |= all->v[i].algo[a].kind != KIND_OTHER;
    if (!any)
        return xasprintf("no algorithm that can be set was measured with "
                         "native: mpiperf-repeat -o FILE.jsonl -- mpiexec -n 4 "
                         "mpiperf 'bcast:native,%s/*'",
                         strncmp(text_of(first, "mpi"), "MPICH", 5) == 0
                             ? "mpich"
                             : "tuned");
    for (size_t i = 0; i < all->n; i++)
        most = all->v[i].runs > most ? all->v[i].runs : most;
    if (most < SIGN_MIN)
        return xasprintf("%zu of %zu run%s can be compared: a sign needs %d: "
                         "mpiperf-repeat -r %d -o FILE.jsonl -- mpiexec ...",
                         most, r->n, r->n == 1 ? "" : "s", SIGN_MIN, SIGN_MIN);
    return NULL;
}

/* Returns why nothing can be chosen for a program, malloced; NULL if it can. */
static char *program_open(struct program *p, const char *file,
                          const json_t *run)
{
    char *cause = program_read_file(p, file);

    return cause != NULL ? cause : program_refuse(p, file, run);
}

/* Prints how much of the program's time settings can save at most. */
static int say_most(const struct options *o)
{
    struct program program;
    struct library library = {0};
    char *cause = program_open(&program, o->program, NULL);

    if (cause == NULL) {
        library_of(&library, program.head);
        print_most(stdout, &program, &library);
    }
    library_free(&library);
    program_free(&program);
    if (cause == NULL)
        return EXIT_DONE;
    tool_error(&tune_tool, cause);
    return EXIT_FAILED;
}

static int tune(const struct options *o)
{
    /* A program meets the states as often as the measurements did. */
    struct table_options how = {
        .same = SAME, .sitting = SITTING, .stateless = o->program != NULL};
    struct runs runs = {0};
    struct table t = {0};
    struct comparisons all = {0};
    struct library library = {0};
    struct program program = {0};
    char *cause = NULL;
    bool once;
    int status = EXIT_FAILED;

    for (size_t i = 0; i < o->words && cause == NULL; i++)
        runs_read(&runs, o->word[i], 0, &cause);
    if (cause == NULL) {
        table_make(&t, &runs, runs_order(&runs), &how);
        once = comparisons_find(&all, &t, o->program != NULL);
        cause = runs_refuse(&runs, &all, once);
    }
    if (cause == NULL && o->program != NULL)
        cause = program_open(&program, o->program, runs.v[0].record);
    if (cause == NULL) {
        library_of(&library, runs.v[0].record);
        if (library.kind == FILE_VARIABLES)
            selection_read(&library, text_of(runs.v[0].record, "mpi"),
                           o->output);
        if (o->program != NULL)
            comparisons_weigh(&all, &program);
        files_decide(&all, &library);
        print_choices(stdout, &all, &library, o->profile != NULL);
        if (o->program != NULL)
            print_sum(stdout, &all, &program, o->profile != NULL);
        status = write_files(o, &all, &runs, &library);
    } else {
        tool_error(&tune_tool, cause);
    }
    library_free(&library);
    comparisons_free(&all);
    program_free(&program);
    table_free_rows(&t);
    runs_free(&runs);
    return status;
}

int main(int argc, char **argv)
{
    struct options o = {0};
    int status;

    json_setup();
    if (tool_parse(&tune_tool, &o, argc, argv, &status) == OPTIONS_RUN) {
        status = o.tries > 0        ? try_files(&o)
                 : o.search != NULL ? search_settings(&o)
                 : o.words > 0      ? tune(&o)
                                    : say_most(&o);
        status = tool_finish(&tune_tool, status);
    }
    free(o.word);
    free(o.try);
    return status;
}
