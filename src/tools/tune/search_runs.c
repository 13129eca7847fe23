/* search_runs.c: the runs of --search, made by mpiperf-repeat. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/search.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "compare/read.h"
#include "compare/values.h"
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "tools/common.h"
#include "tools/program_path.h"
#include "tools/tune/race.h"

/* A run has failed if it takes longer than `patience` runs of the default, and
 * some seconds. */
static const double patience = 5, patience_least = 5;

/* ---- runs ---------------------------------------------------------------- */

/* Adds the command with these settings. Where whole commands are measured, env
 * also runs the default, as it takes a millisecond itself. */
static void add_side(struct settings *w, const struct search *s,
                     const struct settings *set)
{
    setting_add(w, xstrdup("--"));
    if (set != NULL || s->o->time)
        setting_add(w, xstrdup("env"));
    for (size_t i = 0; set != NULL && i < set->n; i++)
        setting_add(w, xstrdup(set->word[i]));
    for (size_t i = 0; i < s->o->words; i++)
        setting_add(w, xstrdup(s->o->word[i]));
    if (s->measure != NULL)
        setting_add(w, xstrdup(s->measure));
}

static void add_options(struct settings *w, const struct search *s,
                        const char *file, bool proof)
{
    if (s->o->time)
        setting_add(w, xstrdup("--time"));
    setting_add(w, xasprintf("--seed=%zu", s->blocks));
    if (isfinite(s->cost))
        setting_add(w, xasprintf("--timeout=%.3g",
                                 patience_least + patience * s->cost));
    if (proof) {
        setting_add(w, xasprintf("--budget=%.3g",
                                 fmax(1, s->budget - (now() - s->since))));
        setting_add(w, xasprintf("--min-runs=%d", GAIN_RUNS));
    } else {
        setting_add(w, xstrdup("-r1"));
    }
    setting_add(w, xasprintf("--output=%s", file));
    if (s->o->overwrite || file == s->file)
        setting_add(w, xstrdup("--overwrite"));
}

/* Runs the words, and frees them. Standard output goes to the log; errors, too,
 * unless they are shown. Returns true if the exit status is 0. */
static bool run(struct settings *w, const char *log, bool shown)
{
    const struct timespec nap = {.tv_nsec = 100000000};
    bool ended = false;
    int status = -1;
    sigset_t set;
    pid_t pid;

    setting_add(w, NULL);
    fflush(stdout);
    pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        sigemptyset(&set);
        sigprocmask(SIG_SETMASK, &set, NULL);
        if (freopen(log, "w", stdout) != NULL &&
            (shown || dup2(STDOUT_FILENO, STDERR_FILENO) >= 0))
            execvp(w->word[0], w->word);
        fprintf(stderr, "cannot run %s: %s\n", w->word[0], strerror(errno));
        _exit(EXIT_FAILED);
    }
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    while (pid > 0 && waitpid(pid, &status, WNOHANG) == 0) {
        if (!ended && signals_pending())
            ended = kill(pid, SIGTERM) == 0;
        sigtimedwait(&set, NULL, &nap);
    }
    settings_free(w);
    return status == 0;
}

void settings_ask(struct search *s, char ***names, size_t *n)
{
    struct settings w = {0};
    char *line = NULL;
    size_t room = 0;
    FILE *f = NULL;

    for (size_t i = 0; i < s->o->words; i++)
        setting_add(&w, xstrdup(s->o->word[i]));
    setting_add(&w, xstrdup("--settings"));
    if (run(&w, s->log, false))
        f = fopen(s->log, "r");
    while (f != NULL && getline(&line, &room, f) >= 0) {
        line[strcspn(line, " \n")] = '\0';
        XAPPEND(*names, *n, xstrdup(line));
    }
    free(line);
    if (f != NULL)
        fclose(f);
}

/* ---- results ------------------------------------------------------------- */

/* Adds the mean speed of a side over the cases of side 1, as a logarithm,
 * relative to that side; NAN if unknown or if results are wrong. */
static void add_speed(const struct table *t, long number, struct side *side)
{
    const struct row **row = xcalloc(2 * t->n + 1, sizeof(struct row *));
    const struct row **base = row + t->n;
    struct spread_of_parts spread = {.mean = NAN};
    bool wrong = false;
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        const struct row *r = &t->v[i];

        if (r->side != number || !r->between_sides ||
            isnan(t->v[r->base].time.spread.mean) ||
            (row_is_timed(r) && strcmp(row_text(r, "op"), "seconds") != 0))
            continue;
        wrong |= r->wrong > 0;
        row[n] = r;
        base[n++] = &t->v[r->base];
    }
    if (n > 0)
        values_ratio(&spread, t, row, base, n);
    racer_add(side->racer, wrong ? NAN : spread.mean);
    free(row);
}

/* Prints the table of a proof. */
static void print_proof(const struct runs *runs, bool interleaved,
                        const struct side *side, size_t n, const char *file)
{
    const char **name = xcalloc(n + 1, sizeof(char *));
    struct table_options how = {.same = SAME, .sitting = SITTING};
    struct table t;

    for (size_t i = 0; i < n; i++)
        name[i] = side[i].text;
    how.names = name;
    table_make(&t, runs, interleaved, &how);
    output_print(stdout, &t, FORMAT_TABLE, file);
    table_free_rows(&t);
    free(name);
}

/* Reads the runs; each block adds a value to each side. */
static void results_read(const struct search *s, const char *file,
                         struct side *side, size_t n, bool proof)
{
    struct runs runs = {0};
    bool interleaved;

    if (runs_read(&runs, file, 0, &side[0].cause) == 0) {
        interleaved = runs_order(&runs);
        for (size_t b = 0; b < runs.blocks; b++) {
            struct table_options how = {.same = SAME,
                                        .sitting = SITTING,
                                        .stateless = true,
                                        .first_block = b,
                                        .end_block = b + 1};
            struct table t;

            table_make(&t, &runs, interleaved, &how);
            for (size_t i = 1; i < n; i++)
                add_speed(&t, (long)i + 1, &side[i]);
            table_free_rows(&t);
        }
        if (proof)
            print_proof(&runs, interleaved, side, n, s->o->output);
    }
    runs_free(&runs);
}

/* Reads from the log of mpiperf-repeat why sides failed. If there are no
 * records, its last line is the first side's cause. */
static void causes_read(const char *log, struct side *side, size_t n, bool none)
{
    static const char begin[] = "mpiperf-repeat: ";
    FILE *f = fopen(log, "r");
    char *line = NULL, *last = NULL;
    size_t room = 0, k;
    int at;

    while (f != NULL && getline(&line, &room, f) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        at = 0;
        if (sscanf(line, "mpiperf-repeat: run %*u of command line %zu%n", &k,
                   &at) == 1 &&
            at > 0 && k >= 1 && k <= n && side[k - 1].cause == NULL)
            side[k - 1].cause = xstrdup(line + at + strspn(line + at, ": "));
        at = strncmp(line, begin, sizeof(begin) - 1) == 0
                 ? (int)sizeof(begin) - 1
                 : 0;
        free(last);
        last = xstrdup(line + at);
    }
    if (none && side[0].cause == NULL)
        side[0].cause = xstrdup(last ?: "mpiperf-repeat printed nothing");
    free(last);
    free(line);
    if (f != NULL)
        fclose(f);
}

bool sides_run(struct search *s, struct side *side, size_t n, bool proof)
{
    const char *file = proof && s->o->output != NULL ? s->o->output : s->file;
    struct settings w = {0};

    s->blocks++;
    setting_add(&w, program_path("mpiperf-repeat"));
    add_options(&w, s, file, proof);
    for (size_t i = 0; i < n; i++)
        add_side(&w, s, side[i].set);
    if (file == s->file)
        unlink(file);
    run(&w, s->log, proof);
    causes_read(s->log, side, n, access(file, R_OK) != 0);
    if (!signals_pending() && side[0].cause == NULL)
        results_read(s, file, side, n, proof);
    return !signals_pending();
}
