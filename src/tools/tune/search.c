/* search.c: --search=FILE: a race of settings, and a proof of the winner. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/search.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/names.h"
#include "lib/now.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "tools/common.h"
#include "tools/tune/race.h"

/* Default budget in seconds. A run of mpiperf measures for this share of it,
 * because many short runs are better than a few long ones. */
static const double budget_default = 300, run_share = 0.001;
/* Failed runs that drop a setting; most runs to find out what a run costs. */
enum { FAILURES = 2, COST_RUNS = 3 };

/* ---- the race ------------------------------------------------------------ */

static double elapsed(const struct race *r)
{
    return now() - ((const struct search *)r->data)->since;
}

/* Reports why a setting failed, if it is the first time; frees the cause. A
 * failed run may be the machine's fault; a second one is the setting's. */
static void note_failed(const struct entry *e, struct racer *r, char *cause,
                        bool final)
{
    if (r->failures++ == 0)
        tool_error(&tune_tool, xprefix(SHOWN_LINE(e->text), cause));
    else
        free(cause);
    if (final || r->failures >= FAILURES)
        r->failed = r->out = true;
}

static bool block(struct race *r)
{
    struct search *s = r->data;
    struct side *side = xcalloc(r->n + 1, sizeof(*side));
    bool goes_on;
    size_t n = 1;

    for (size_t i = 0; i < r->n; i++)
        if (!r->v[i].out)
            side[n++] = (struct side){.set = &s->e.v[i].set, .racer = &r->v[i]};
    goes_on = sides_run(s, side, n, false);
    for (size_t i = 1; i < n && goes_on; i++)
        if (side[i].cause != NULL)
            note_failed(&s->e.v[side[i].racer - r->v], side[i].racer,
                        side[i].cause, strncmp(side[i].cause, "wrong", 5) == 0);
    if (goes_on && side[0].cause != NULL && s->blocks == 1)
        s->cause = xprefix("the command without settings", side[0].cause);
    else
        free(side[0].cause);
    free(side);
    return goes_on && s->cause == NULL;
}

static void print_race(const struct search *s, const struct race *r)
{
    printf("%zu settings in %.0f s; x: the default's time / this; lo-hi: its "
           "interval\n\nrounds runs     x     lo-hi setting\n",
           r->n, elapsed(r));
    for (size_t i = 0; i < r->n; i++) {
        struct gain g;
        char range[32] = "-";

        racer_gain(&g, &r->v[i]);
        if (r->v[i].failed || (g.runs == 0 && r->v[i].failures > 0))
            strcpy(range, "failed");
        else if (!isnan(g.lo))
            snprintf(range, sizeof(range), "%s-%s", DIGITS3(g.lo),
                     DIGITS3(g.hi));
        printf("%6zu %4zu %5s %9s %s\n", r->v[i].round, g.runs,
               DIGITS3(g.times), range, SHOWN_LINE(s->e.v[i].text));
    }
    putchar('\n');
}

/* ---- the proof ----------------------------------------------------------- */

/* What the proof compares with the default: the winner; with its partner. */
enum { ALONE, BOTH, PROVED };

/* Returns which of them is the answer; PROVED if none. */
static size_t proof_answer(const struct racer proof[PROVED])
{
    struct racer more = {0};
    struct gain both, alone, g;

    racer_gain(&both, &proof[BOTH]);
    racer_gain(&alone, &proof[ALONE]);
    for (size_t i = 0; i < proof[BOTH].n; i++)
        racer_add(&more, proof[BOTH].x[i] - proof[ALONE].x[i]);
    racer_gain(&g, &more);
    free(more.x);
    return both.lo > 1 && g.lo > 1 ? BOTH : alone.lo > 1 ? ALONE : PROVED;
}

static void print_answer(const struct side *side, const struct racer *proof,
                         size_t tried)
{
    size_t i = proof_answer(proof), shown = i < PROVED ? i : ALONE;
    struct gain g;

    racer_gain(&g, &proof[shown]);
    if (i == PROVED)
        printf("nothing to gain: the best of %zu settings is ", tried);
    printf("%s%s %s times (%s-%s) as fast as the default, in %zu runs of its "
           "own\n",
           SHOWN_LINE(side[shown].text), i == PROVED ? ":" : " is",
           DIGITS3(g.times), DIGITS3(g.lo), DIGITS3(g.hi), g.runs);
    if (i == PROVED)
        return;
    fputs("activate: ", stdout);
    settings_print(stdout, side[i].set, "; undo: ");
    settings_print_mca(stdout, side[i].set);
}

/* Runs the default and the winner by turns until the budget ends. */
static int prove(struct search *s, const struct race *r, size_t winner)
{
    struct side side[1 + PROVED] = {{.text = "default"}};
    struct racer proof[PROVED] = {{0}};
    size_t partner = race_partner(r, winner), n = 1;
    const struct entry *e[PROVED];
    struct gain g;

    if (partner < r->n)
        entries_join(&s->e, winner, partner);
    e[ALONE] = &s->e.v[winner];
    e[BOTH] = s->e.n > r->n ? &s->e.v[r->n] : NULL;
    for (; n <= PROVED && e[n - 1] != NULL; n++)
        side[n] = (struct side){.text = e[n - 1]->text,
                                .set = &e[n - 1]->set,
                                .racer = &proof[n - 1]};
    if (sides_run(s, side, n, true)) {
        racer_gain(&g, &proof[ALONE]);
        if (isnan(g.lo))
            s->cause = xstrdup("the proof failed");
        else
            print_answer(side + 1, proof, r->n);
    }
    for (size_t i = 0; i < n; i++)
        free(side[i].cause);
    free(proof[ALONE].x);
    free(proof[BOTH].x);
    return s->cause != NULL || signals_pending() ? EXIT_FAILED : EXIT_DONE;
}

/* ---- the search ---------------------------------------------------------- */

/* Drops settings whose names the MPI library does not know. */
static void drop_unknown(struct search *s, struct race *r)
{
    char **names = NULL;
    size_t n = 0;

    settings_ask(s, &names, &n);
    for (size_t i = 0; i < r->n && n > 0; i++) {
        const char *name = s->e.v[i].name;
        bool known = !s->e.v[i].of_library;

        for (size_t k = 0; k < n && !known; k++)
            known = strcmp(names[k], name) == 0;
        if (!known)
            note_failed(
                &s->e.v[i], &r->v[i],
                names_unknown("setting", name, (const char *const *)names, n),
                true);
    }
    for (size_t k = 0; k < n; k++)
        free(names[k]);
    free(names);
}

/* Runs the default alone, to know what a run costs. Returns false if it fails,
 * or if the budget is too small for n settings. */
static bool prepare(struct search *s, size_t n)
{
    struct race none = {.data = s};
    double least = INFINITY;

    for (int i = 0; i < COST_RUNS && least > s->budget; i++) {
        double began = elapsed(&none);

        if (!block(&none))
            return false;
        s->cost = fmin(s->cost, elapsed(&none) - began);
        s->proof = 3 * GAIN_RUNS * s->cost;
        least = s->proof + s->cost * (double)(n + 1) / race_round(n, 1);
    }
    if (least > s->budget)
        s->cause = xasprintf("a run takes %.2g s: %zu settings need at least "
                             "--budget=%.0f",
                             s->cost, n, ceil(least));
    return s->cause == NULL;
}

static int run_search(struct search *s)
{
    struct race r = {.v = xcalloc(s->e.n, sizeof(*r.v)),
                     .n = s->e.n,
                     .block = block,
                     .now = elapsed,
                     .data = s};
    int status = EXIT_FAILED;
    size_t winner = r.n;

    for (size_t i = 0; i < r.n; i++)
        r.v[i].name = s->e.v[i].name;
    if (!s->o->time)
        drop_unknown(s, &r);
    if (race_in(&r) > 0 && prepare(s, race_in(&r))) {
        winner =
            race_run(&r, fmin(RACE_SHARE * s->budget, s->budget - s->proof));
        print_race(s, &r);
    }
    if (winner < r.n)
        status = prove(s, &r, winner);
    else if (s->cause == NULL && !signals_pending())
        s->cause = xstrdup("no setting can be used");
    if (signals_pending() && (winner = race_best(&r)) < r.n)
        s->cause = xasprintf("interrupted: the fastest so far, not proved: %s",
                             SHOWN_LINE(s->e.v[winner].text));
    for (size_t i = 0; i < r.n; i++)
        free(r.v[i].x);
    free(r.v);
    return status;
}

/* Reads the budget and the file. Returns the exit status. */
static int search_open(struct search *s)
{
    const struct options *o = s->o;
    FILE *f = fopen(o->search, "r");
    bool given = o->time;

    if (f == NULL)
        s->cause = xasprintf("--search: cannot read %s: %s",
                             SHOWN_FILE(o->search), strerror(errno));
    else
        entries_read(&s->e, f, SHOWN_FILE(o->search), &s->cause);
    if (f != NULL)
        fclose(f);
    if (s->cause == NULL && o->budget != NULL &&
        number_duration(&s->budget, o->budget, &s->cause) != 0)
        s->cause = xprefix("--budget", s->cause);
    if (s->cause == NULL && o->output != NULL &&
        !has_suffix(o->output, ".jsonl"))
        s->cause =
            xasprintf("--output: %s must end in .jsonl", SHOWN_FILE(o->output));
    if (s->cause == NULL && o->output != NULL && !o->overwrite &&
        access(o->output, F_OK) == 0)
        s->cause = xasprintf("--output: %s exists: --overwrite replaces it",
                             SHOWN_FILE(o->output));
    if (s->cause != NULL)
        return EXIT_USAGE;
    for (size_t i = 0; i < o->words; i++)
        given |= names_option(o->word[i], "--budget", 5);
    if (!given)
        s->measure = xasprintf("--budget=%.3g", run_share * s->budget);
    s->folder = xstrdup(".mpiperf-tune.XXXXXX");
    if (mkdtemp(s->folder) == NULL) {
        s->cause = xasprintf("cannot make a folder here: %s", strerror(errno));
        return EXIT_FAILED;
    }
    s->file = xasprintf("%s/runs.jsonl", s->folder);
    s->log = xasprintf("%s/log", s->folder);
    return EXIT_DONE;
}

int search_settings(const struct options *o)
{
    struct search s = {
        .o = o, .since = now(), .budget = budget_default, .cost = NAN};
    sigset_t set;
    int status;

    signals_block(&set);
    status = search_open(&s);
    if (status == EXIT_DONE)
        status = run_search(&s);
    if (s.cause == NULL && signals_pending())
        s.cause = xstrdup("interrupted");
    if (s.cause != NULL)
        tool_error(&tune_tool, s.cause);
    if (s.file != NULL) {
        unlink(s.file);
        unlink(s.log);
        rmdir(s.folder);
    }
    entries_free(&s.e);
    free(s.measure);
    free(s.folder);
    free(s.file);
    free(s.log);
    return status;
}
