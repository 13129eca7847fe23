/* text.c: nights in sentences, and the line for CI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "stats/change.h"
#include "tools/history/history.h"
#include "verdict/conditions.h"
#include "verdict/run_differences.h"

enum { NAMED = 3 }; /* most cases of an event that are named */

const char *cause_word(enum cause cause)
{
    static const char *const words[] = {
        "the library", "the machine",
        "cannot tell whether the library or the machine"};

    return words[cause];
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* Prints "5.1 % longer", "4.9 to 5.2 % longer" or "12 % less time". */
static void put_size(FILE *f, double least, double most, bool longer)
{
    double sign = longer ? 1 : -1;
    double lo = 100 * fabs(expm1(sign * least)),
           hi = 100 * fabs(expm1(sign * most));
    char *from = xasprintf("%.*f", lo < 9.95 ? 1 : 0, lo);
    char *to = xasprintf("%.*f", hi < 9.95 ? 1 : 0, hi);

    fprintf(f, "%s%s%s %% %s", from, strcmp(from, to) == 0 ? "" : " to ",
            strcmp(from, to) == 0 ? "" : to, longer ? "longer" : "less time");
    free(from);
    free(to);
}

static void put_since(FILE *f, const struct history *h, const struct shift *s)
{
    const struct track *track = &h->v[s->of];

    if (s->drift)
        fprintf(f, " by a drift from %s to %s", h->night[track->first].name,
                h->night[track->last].name);
    else
        fprintf(f, " since %s", h->night[s->night].name);
    if (!s->drift && s->within > 0)
        fprintf(f, " (+-%zu night%s)", s->within, plural(s->within));
}

/* Prints what else is different since that night: MPI or processor. */
static void put_difference(FILE *f, const struct history *h,
                           const struct shift *s)
{
    static char *(*const text[])(const json_t *run) = {mpi_text, cpu_text};
    size_t from = s->night > s->within ? s->night - s->within - 1 : 0;
    size_t to = s->night + s->within;

    to = to < h->nights ? to : h->nights - 1;
    for (size_t i = 0; i < 2; i++) {
        char *was = text[i](h->night[from].run);
        char *is = text[i](h->night[to].run);

        if (strcmp(was, is) != 0)
            fprintf(f, "; %s before, %s since", SHOWN_FILE(was),
                    SHOWN_FILE(is));
        free(was);
        free(is);
    }
}

static void put_cause(FILE *f, const struct history *h, const struct shift *s)
{
    fprintf(f, ": %s", cause_word(s->cause));
    if (s->why != NULL)
        fprintf(f, " (%s)", s->why);
    put_difference(f, h, s);
}

char *shift_text(const struct history *h, const struct shift *s)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    put_size(f, fabs(s->step), fabs(s->step), s->step > 0);
    put_since(f, h, s);
    put_cause(f, h, s);
    text_close(f);
    return text;
}

/* Prints "4 of 12 cases take 4.9 to 5.2 % longer since 2026-03-14". */
static void put_event(FILE *f, const struct history *h, const struct event *e)
{
    fprintf(f, "%zu of %zu cases take%s ", e->n, h->n, e->n == 1 ? "s" : "");
    put_size(f, e->least, e->most, e->shift->step > 0);
    put_since(f, h, e->shift);
}

char *event_text(const struct history *h, const struct event *e)
{
    size_t length, named = 0;
    const char *what = "";
    char *text;
    FILE *f = text_open(&text, &length);

    put_event(f, h, e);
    put_cause(f, h, e->shift);
    for (size_t i = 0; i < h->shifts && named < NAMED; i++) {
        const struct track *track = &h->v[h->shift[i].of];

        if (h->shift[i].event != e->shift->event)
            continue;
        fprintf(f, "%s", named == 0 ? ". In " : "; ");
        if (strcmp(what, track->what) != 0)
            fprintf(f, "%s: ", track->what);
        fprintf(f, "%s", track->name);
        what = track->what;
        named++;
    }
    if (e->n > named)
        fprintf(f, "; %zu more", e->n - named);
    text_close(f);
    return text;
}

/* ---- notes --------------------------------------------------------------- */

/* Adds the names of cases that were first or last measured within the history:
 * up to NAMED of them, and the number of all. */
static void note_cases(json_t *notes, const struct history *h, bool missing)
{
    size_t length, n = 0;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t i = 0; i < h->n; i++) {
        const struct track *track = &h->v[i];
        size_t at = missing ? track->last : track->first;

        if (at == (missing ? h->nights - 1 : 0))
            continue;
        if (n++ < NAMED)
            fprintf(f, "%s%s: %s (%s %s)", n > 1 ? "; " : "", track->what,
                    track->name, missing ? "last on" : "since",
                    h->night[at].name);
    }
    text_close(f);
    if (n > 0)
        describe_add(notes, "%zu case%s %s: %s%s", n, plural(n),
                     missing ? "missing from the last night"
                             : "that the first night lacks",
                     text, n > NAMED ? "; ..." : "");
    free(text);
}

json_t *history_notes(const struct history *h)
{
    const struct runs *r = h->t->r;
    json_t *notes = json_array();
    size_t apart = 0;

    if (h->nights < 2 * CHANGE_SIDE)
        describe_add(notes, "%zu night%s: changes are found from %d on",
                     h->nights, plural(h->nights), 2 * CHANGE_SIDE);
    if (r->damaged > 0)
        describe_add(notes,
                     "%zu damaged line%s: the rest of the run is ignored, "
                     "too. The first: %s",
                     r->damaged, plural(r->damaged), r->damage);
    if (r->twice > 0)
        describe_add(notes, "%zu run%s found twice, counted once", r->twice,
                     plural(r->twice));
    if (h->undated > 0)
        describe_add(notes, "%zu run%s without a time %s ignored", h->undated,
                     plural(h->undated), h->undated == 1 ? "is" : "are");
    for (size_t i = 0; i < h->n; i++)
        apart += h->v[i].row->apart;
    if (apart > 0)
        describe_add(notes,
                     "%zu time%s not counted, as most runs of the case were "
                     "measured by another method",
                     apart, plural(apart));
    note_cases(notes, h, false);
    note_cases(notes, h, true);
    return notes;
}

const char *history_gate(void)
{
    return "A change needs 5 nights after it. The last 4 nights are not judged "
           "here: mpiperf-compare --fail-above does that.";
}

/* ---- all of it ----------------------------------------------------------- */

char *history_line(const struct history *h)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    fputs("HISTORY: ", f);
    if (h->events == 0)
        fprintf(f, "no change in %zu case%s", h->n, plural(h->n));
    else
        fprintf(f, "%zu change%s", h->events, plural(h->events));
    fprintf(f, " over %zu night%s", h->nights, plural(h->nights));
    if (h->events > 0) {
        const struct event *last = &h->event[h->events - 1];

        fputs(h->events > 1 ? "; the last: " : ": ", f);
        put_event(f, h, last);
        fprintf(f, ": %s", cause_word(last->shift->cause));
    }
    text_close(f);
    return text;
}

void history_print(FILE *f, const struct history *h)
{
    json_t *notes = history_notes(h), *note;
    char *line = history_line(h);
    size_t i;

    for (i = 0; i < h->events; i++) {
        char *text = event_text(h, &h->event[i]);

        fprintf(f, "%s\n", SHOWN_LINE(text));
        free(text);
    }
    json_array_foreach(notes, i, note)
    {
        fprintf(f, "%s\n", SHOWN_LINE(json_string_value(note)));
    }
    fprintf(f, "%s\n%s\n", history_gate(), SHOWN_LINE(line));
    free(line);
    json_decref(notes);
}
