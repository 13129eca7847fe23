/* search.c: --search=FILE: a race of settings, and a proof of the winner. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/search.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
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
/* The search ends after so many blocks without a run of the default. */
enum { HOPELESS = 3 };

/* ---- the race ------------------------------------------------------------ */

static double elapsed(const struct race *r)
{
    return now() - ((const struct search *)r->data)->since;
}

static void drop_failed(const struct entry *e, struct racer *r, char *cause)
{
    tool_error(&tune_tool, xprefix(SHOWN_LINE(e->text), cause));
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
            drop_failed(&s->e.v[side[i].racer - r->v], side[i].racer,
                        side[i].cause);
    s->hopeless = side[0].cause != NULL ? s->hopeless + 1 : 0;
    if (goes_on && s->hopeless >= (s->blocks > 1 ? HOPELESS : 1)) {
        s->cause = xprefix("the command without settings", side[0].cause);
        goes_on = false;
    } else {
        free(side[0].cause);
    }
    free(side);
    return goes_on;
}

static void print_race(const struct search *s, const struct race *r)
{
    size_t width = sizeof("setting") - 1;

    for (size_t i = 0; i < r->n; i++)
        if (strlen(SHOWN_LINE(s->e.v[i].text)) > width)
            width = strlen(SHOWN_LINE(s->e.v[i].text));
    printf("%zu settings in %.0f s; x: the default's time / this; lo-hi: its "
           "interval\n\n%*s rounds runs     x     lo-hi\n",
           r->n, elapsed(r), (int)width, "setting");
    for (size_t i = 0; i < r->n; i++) {
        struct gain g;

        racer_gain(&g, &r->v[i]);
        printf("%*s %6zu %4zu ", (int)width, SHOWN_LINE(s->e.v[i].text),
               r->v[i].round, g.runs);
        if (r->v[i].failed)
            puts("failed");
        else if (isnan(g.lo))
            printf("%5s\n", DIGITS3(g.times));
        else
            printf("%5s %4s-%s\n", DIGITS3(g.times), DIGITS3(g.lo),
                   DIGITS3(g.hi));
    }
    putchar('\n');
}

/* ---- the proof ----------------------------------------------------------- */

/* The settings of a proof: the winner, and the winner with its partner. */
enum { ALONE, BOTH, PROVED };

struct proof {
    struct entry e[PROVED]; /* copies, without name and value */
    struct racer racer[PROVED];
    size_t n;
};

static void proof_add(struct proof *p, const struct entry *e,
                      const struct entry *more)
{
    struct entry *own = &p->e[p->n++];

    for (size_t i = 0; i < e->set.n; i++)
        XAPPEND(own->set.word, own->set.n, xstrdup(e->set.word[i]));
    for (size_t i = 0; more != NULL && i < more->set.n; i++)
        XAPPEND(own->set.word, own->set.n, xstrdup(more->set.word[i]));
    own->text = more == NULL ? xstrdup(e->text)
                             : xasprintf("%s %s", e->text, more->text);
}

/* Returns which of the proof's settings is the answer; PROVED if none. */
static size_t proof_answer(const struct proof *p)
{
    struct racer more = {0};
    struct gain both, alone, g;

    racer_gain(&both, &p->racer[BOTH]);
    racer_gain(&alone, &p->racer[ALONE]);
    for (size_t i = 0; p->n == PROVED && i < p->racer[ALONE].n; i++)
        racer_add(&more, p->racer[BOTH].x[i] - p->racer[ALONE].x[i]);
    racer_gain(&g, &more);
    free(more.x);
    return both.lo > 1 && g.lo > 1 ? BOTH : alone.lo > 1 ? ALONE : PROVED;
}

static void print_answer(const struct proof *p, size_t tried)
{
    size_t i = proof_answer(p), shown = i < PROVED ? i : ALONE;
    struct gain g;

    racer_gain(&g, &p->racer[shown]);
    if (i == PROVED)
        printf("nothing to gain: the best of %zu settings is ", tried);
    printf("%s%s %s times (%s-%s) as fast as the default, in %zu runs of its "
           "own\n",
           SHOWN_LINE(p->e[shown].text), i == PROVED ? ":" : " is",
           DIGITS3(g.times), DIGITS3(g.lo), DIGITS3(g.hi), g.runs);
    if (i == PROVED)
        return;
    fputs("activate: ", stdout);
    settings_print(stdout, &p->e[i].set, "; undo: ");
    settings_print_mca(stdout, &p->e[i].set);
}

/* Runs the default and the winner by turns until the budget ends. */
static int prove(struct search *s, const struct race *r, size_t winner)
{
    size_t partner = r->n;
    struct side side[1 + PROVED] = {{.text = "default"}};
    struct proof p = {0};
    struct gain g;

    partner = race_partner(r, winner, s->name);
    proof_add(&p, &s->e.v[winner], NULL);
    if (partner < r->n)
        proof_add(&p, &s->e.v[winner], &s->e.v[partner]);
    for (size_t i = 0; i < p.n; i++)
        side[i + 1] = (struct side){
            .text = p.e[i].text, .set = &p.e[i].set, .racer = &p.racer[i]};
    if (sides_run(s, side, p.n + 1, true)) {
        racer_gain(&g, &p.racer[ALONE]);
        if (isnan(g.lo))
            s->cause = xprefix("the proof failed",
                               side[1].cause ?: xstrdup("too few runs"));
        else
            print_answer(&p, r->n);
    }
    for (size_t i = 0; i < p.n; i++) {
        settings_free(&p.e[i].set);
        free(p.e[i].text);
        free(p.racer[i].x);
    }
    return s->cause != NULL || search_stopped() ? EXIT_FAILED : EXIT_DONE;
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
            drop_failed(
                &s->e.v[i], &r->v[i],
                names_unknown("setting", name, (const char *const *)names, n));
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
    double began = elapsed(&none), least;

    if (!block(&none))
        return false;
    s->cost = elapsed(&none) - began;
    s->proof = 3 * GAIN_RUNS * s->cost;
    least = s->proof + s->cost * (double)(n + 1) / race_round(n, 1);
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

    if (!s->o->time)
        drop_unknown(s, &r);
    if (race_in(&r) > 0 && prepare(s, race_in(&r))) {
        winner =
            race_run(&r, fmin(RACE_SHARE * s->budget, s->budget - s->proof));
        print_race(s, &r);
    }
    if (winner < r.n)
        status = prove(s, &r, winner);
    else if (s->cause == NULL && !search_stopped())
        s->cause = xstrdup("no setting can be used");
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
    if (s->cause != NULL)
        return EXIT_USAGE;
    for (size_t i = 0; i < o->words; i++)
        given |= names_option(o->word[i], "--budget", 5);
    if (!given)
        s->measure = xasprintf("--budget=%.3g", run_share * s->budget);
    for (size_t i = 0; i < s->e.n; i++)
        XAPPEND(s->name, s->names, s->e.v[i].name);
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
    int status = search_open(&s);

    search_catch();
    if (status == EXIT_DONE)
        status = run_search(&s);
    if (s.cause == NULL && search_stopped())
        s.cause = xstrdup("interrupted");
    if (s.cause != NULL)
        tool_error(&tune_tool, s.cause);
    if (s.file != NULL) {
        unlink(s.file);
        unlink(s.log);
        rmdir(s.folder);
    }
    entries_free(&s.e);
    free(s.name);
    free(s.measure);
    free(s.folder);
    free(s.file);
    free(s.log);
    return status;
}
