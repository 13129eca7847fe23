/* main.c: mpiperf-tune: from runs, writes the file that sets the algorithms of
 * an MPI library, and tries it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/beside.h"
#include "tools/tune/tune.h"
#include "tools/view.h"
#include "verdict/conditions.h"

struct options {
    const char **word; /* files, or the command of --try; ends with NULL */
    size_t words;
    const char **try; /* files for --try */
    size_t tries;
    const char *output, *profile, *budget, *repeat;
    bool overwrite;
};

/* ---- options ------------------------------------------------------------- */

static int word_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    o->word = xreallocarray(o->word, o->words + 2, sizeof(*o->word));
    o->word[o->words++] = arg;
    o->word[o->words] = NULL;
    return 0;
}

static int try_set(struct options *o, const char *arg, char **cause)
{
    (void)cause;
    XAPPEND(o->try, o->tries, arg);
    return 0;
}

static const struct option_row rows[] = {
    {.title = "Files:",
     .key = 'o',
     VALUE_ROW("output", "FILE", PARAM_TEXT, output),
     .p.help = "write what the MPI library reads: rules for Open MPI, "
               "variables for MPICH; with --try, the records (.jsonl) or the "
               "table (.csv)"},
    {VALUE_ROW("profile", "FILE", PARAM_TEXT, profile),
     .p.help = "write what libmpiperf-tuned.so reads: where shmbcast-auto or "
               "another call of MPI is faster than all of the library's "
               "algorithms"},
    {FLAG_ROW("overwrite", overwrite), .p.help = "replace these files"},
    {.title = "Trial:",
     .p.name = "try",
     .p.arg = "FILE",
     .p.help = "run COMMAND without and with FILE, by turns, and compare; may "
               "be given twice, for a profile too",
     .set = try_set},
    {.key = 'r',
     VALUE_ROW("repeat", "N", PARAM_TEXT, repeat),
     .p.help = "make N runs of each"},
    {VALUE_ROW("budget", "TIME", PARAM_TEXT, budget),
     .p.shown = "60 without -r",
     .p.help = "start runs as long as they fit into this time: 90, 10m, 8h"},
    TOOL_ROWS,
};

static char *check(const struct options *o)
{
    if (o->words == 0)
        return xstrdup(o->tries > 0
                           ? "no command (usage: mpiperf-tune --try=FILE -- "
                             "mpiexec -n 4 mpiperf bcast)"
                           : "no FILE (usage: mpiperf-tune runs.jsonl -o "
                             "tuned.conf)");
    if (o->tries == 0 && (o->repeat != NULL || o->budget != NULL))
        return xasprintf("--%s: needs --try",
                         o->repeat != NULL ? "repeat" : "budget");
    if (o->tries > 0 && o->profile != NULL)
        return xstrdup("--profile writes a file, --try=FILE tries one");
    for (size_t i = 0; o->tries > 0 && i < o->words; i++)
        if (strcmp(o->word[i], "--") == 0)
            return xstrdup("--try: one command line");
    return NULL;
}

static const struct tool tool = {
    .name = "mpiperf-tune",
    .operands = "FILE.jsonl... [-o FILE]\n--try=FILE -- mpiexec ... mpiperf "
                "...",
    .doc = "Finds in the runs of FILE which algorithm the MPI library should "
           "use for which size, and writes the file that makes it do so."
           "\vOnly what the table calls faster than native is set. The first "
           "comment of the file and the last line printed say how to activate "
           "it and how to undo that.\n"
           "Exit status: 0: done; 1: failed; 2: usage; with --try, that of "
           "mpiperf-repeat.",
    .rows = rows,
    .operand = word_set,
    .check = check,
};

/* ---- files --------------------------------------------------------------- */

/* Returns a path of the file that is valid in any folder, malloced. */
static char *absolute(const char *file)
{
    char folder[PATH_MAX];

    if (*file == '/' || getcwd(folder, sizeof(folder)) == NULL)
        return xstrdup(file);
    return xasprintf("%s/%s", folder, file);
}

/* Sets *front to the path of the library that carries out profiles, malloced;
 * NULL if the file is no profile. */
static int front_needed(enum file_kind kind, char **front)
{
    char *cause = NULL;

    *front = kind == FILE_PROFILE ? front_path(&cause) : NULL;
    if (cause != NULL)
        tool_error(&tool, cause);
    return cause != NULL ? -1 : 0;
}

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
            tool_error(&tool, xasprintf("%s: a file name of one line, please",
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
    if (status != EXIT_DONE) /* *cause names the option: "--output: ..." */
        tool_error(&tool, xasprintf("--%s%s",
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

/* Says that nothing was chosen: files of these names are from earlier runs. */
static void print_nothing(const struct options *o, const struct contests *all)
{
    const char *const names[] = {o->output, o->profile};
    bool told = true;

    for (size_t i = 0; i < all->n; i++)
        told &= contest_told(&all->v[i]);
    puts(told ? "nothing to gain: no file is written" : "no file is written");
    for (size_t i = 0; i < 2; i++)
        if (names[i] != NULL && access(names[i], F_OK) == 0)
            printf("%s is of an earlier run\n", SHOWN_FILE(names[i]));
}

static int write_files(const struct options *o, const struct contests *all,
                       const struct runs *r, const struct library *l)
{
    char *from = from_text(o, r, l);
    struct settings s = {0};
    int status = EXIT_DONE;

    if (l->kind == FILE_KINDS && o->output != NULL)
        tool_error(&tool, xasprintf("--output: nothing is known of files for "
                                    "%s",
                                    SHOWN_FILE(l->name)));
    if (l->kind != FILE_KINDS)
        status = write_file(o, l->kind, o->output, from, l,
                            l->kind == FILE_RULES ? rules_text(all, l)
                                                  : variables_text(all),
                            &s);
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
static char *runs_refuse(const struct runs *r, const struct contests *all,
                         bool once)
{
    const json_t *first = r->v[0].record;
    size_t most = 0;
    bool any = false;

    for (size_t i = 0; i < r->n; i++)
        if (!json_equal(json_object_get(first, "mpi"),
                        json_object_get(r->v[i].record, "mpi")))
            return xstrdup("the runs are of several MPI libraries: a file is "
                           "for one");
    if (!once)
        return xstrdup("a collective was measured on as many ranks under two "
                       "conditions, such as buffers: a file is for one");
    for (size_t i = 0; i < all->n; i++)
        for (size_t a = 1; a < all->v[i].algos; a++)
            any |= all->v[i].algo[a].kind != KIND_OTHER;
    if (!any)
        return xasprintf("no algorithm that can be set was measured beside "
                         "native: mpiperf-repeat -o FILE.jsonl -- mpiexec -n 4 "
                         "mpiperf 'bcast:native,%s/*'",
                         strncmp(text_of(first, "mpi"), "MPICH", 5) == 0
                             ? "mpich"
                             : "tuned");
    for (size_t i = 0; i < all->n; i++)
        most = all->v[i].runs > most ? all->v[i].runs : most;
    if (most < SIGN_MIN)
        return xasprintf("%zu of %zu run%s can be compared: a sign takes %d: "
                         "mpiperf-repeat -r %d -o FILE.jsonl -- mpiexec ...",
                         most, r->n, r->n == 1 ? "" : "s", SIGN_MIN, SIGN_MIN);
    return NULL;
}

static int tune(const struct options *o)
{
    struct table_options how = {.same = SAME, .sitting = SITTING};
    struct runs runs = {0};
    struct table t = {0};
    struct contests all = {0};
    struct library library = {0};
    char *cause = NULL;
    bool once;
    int status = EXIT_FAILED;

    for (size_t i = 0; i < o->words && cause == NULL; i++)
        runs_read(&runs, o->word[i], 0, &cause);
    if (cause == NULL) {
        table_make(&t, &runs, runs_order(&runs), &how);
        once = contests_find(&all, &t);
        cause = runs_refuse(&runs, &all, once);
    }
    if (cause == NULL) {
        library_of(&library, runs.v[0].record);
        files_decide(&all, &library);
        print_choices(stdout, &all, &library, o->profile != NULL);
        status = write_files(o, &all, &runs, &library);
    } else {
        tool_error(&tool, cause);
    }
    free(library.name);
    contests_free(&all);
    table_free_rows(&t);
    runs_free(&runs);
    return status;
}

/* ---- trial --------------------------------------------------------------- */

enum { FILE_MOST = 1 << 20 };

/* Returns the exit status. */
static int settings_read(struct settings *s, const char *file)
{
    char *text = xcalloc(FILE_MOST + 1, 1), *path = absolute(file);
    char *front = NULL;
    FILE *f = fopen(file, "r");
    enum file_kind kind = FILE_KINDS;
    int status = EXIT_USAGE;

    if (f != NULL && fread(text, 1, FILE_MOST, f) > 0)
        kind = file_kind_of(text);
    if (f == NULL)
        tool_error(&tool, xasprintf("--try: cannot read %s: %s",
                                    SHOWN_FILE(file), strerror(errno)));
    else if (kind == FILE_KINDS)
        tool_error(&tool, xasprintf("--try: %s: is not a file of mpiperf-tune",
                                    SHOWN_FILE(file)));
    else
        status = front_needed(kind, &front) == 0 ? EXIT_DONE : EXIT_FAILED;
    if (status == EXIT_DONE)
        settings_add(s, kind, path, front, text);
    if (f != NULL)
        fclose(f);
    free(front);
    free(path);
    free(text);
    return status;
}

static void words_add(struct options *to, const char *const *word, size_t n)
{
    for (size_t i = 0; i < n; i++)
        word_set(to, word[i], NULL);
}

static void option_add(struct options *to, const char *name, const char *value)
{
    if (value != NULL)
        word_set(to, xasprintf("--%s=%s", name, value), NULL);
}

/* Replaces this program by mpiperf-repeat. Returns only on failure. */
static int try_files(const struct options *o)
{
    struct settings s = {0};
    struct options args = {0};
    char *path;
    int status = EXIT_DONE;

    for (size_t i = 0; i < o->tries && status == EXIT_DONE; i++)
        status = settings_read(&s, o->try[i]);
    if (status != EXIT_DONE)
        return status;
    path = beside("mpiperf-repeat");
    words_add(&args,
              (const char *const[]){path, "--name=default", "--name=tuned"}, 3);
    option_add(&args, "repeat", o->repeat);
    option_add(&args, "budget", o->budget);
    option_add(&args, "output", o->output);
    if (o->overwrite)
        word_set(&args, "--overwrite", NULL);
    word_set(&args, "--", NULL);
    words_add(&args, o->word, o->words);
    words_add(&args, (const char *const[]){"--", "env"}, 2);
    words_add(&args, (const char *const *)s.word, s.n);
    words_add(&args, o->word, o->words);
    execvp(path, (char *const *)args.word);
    tool_error(&tool, xasprintf("cannot run %s: %s", SHOWN_FILE(path),
                                strerror(errno)));
    return EXIT_FAILED;
}

int main(int argc, char **argv)
{
    struct options o = {0};
    int status;

    json_setup();
    if (tool_parse(&tool, &o, argc, argv, &status) == OPTIONS_RUN) {
        status = o.tries > 0 ? try_files(&o) : tune(&o);
        status = tool_finish(&tool, status);
    }
    free(o.word);
    free(o.try);
    return status;
}
