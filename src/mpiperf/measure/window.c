/* window.c: length of a launch's slot and lead of a stage's first start. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/window.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

#define OWNER "window"

#define B_MIN 1e-7
#define B_MAX 10.0
#define LEAD_MIN 1e-6
#define LEAD_MAX 1.0
#define LEAD_SAFETY 3.0 /* times the way seen */

enum {
    CALM = 2,      /* clean stages before b may shrink, to begin with ... */
    CALM_MAX = 24, /* ... and when shrinking has failed again and again */
    GAPS_SURE = 2, /* stages in a row that gaps take to make b grow ... */
    GAPS_MAX = 3,  /* ... and the last that does: two steps are enough */
    PROMPT = 8,    /* stages on time before t_bcast may shrink */
};

enum { PARAM_INIT, PARAM_K, PARAM_EPS, PARAM_GAMMA, NPARAMS };

const struct param window_params[] = {
    [PARAM_INIT] = {.name = "init",
                    .def = "4",
                    .help = "launches of stage 0, never counted (1 to 64)"},
    [PARAM_K] = {.name = "k",
                 .def = "8",
                 .help = "launches of every other stage (1 to 64)"},
    [PARAM_EPS] = {.name = "eps",
                   .def = "0.25",
                   .help = "share of a stage's launches that may go wrong "
                           "before the window changes (0 <= eps < 1)"},
    [PARAM_GAMMA] = {.name = "gamma",
                     .def = "1.1",
                     .help = "safety factor of the window "
                             "(1.1 <= gamma < 2)"},
    [NPARAMS] = {.name = NULL},
};

static const char *param_text(const struct params *given, int i)
{
    const char *text = params_get(given, OWNER, window_params[i].name);

    return text != NULL ? text : window_params[i].def;
}

static int param_refuse(int i, char *why, char **cause)
{
    *cause = xasprintf(OWNER ".%s: %s", window_params[i].name, why);
    free(why);
    return -1;
}

static int param_launches(int *out, const struct params *given, int i,
                          char **cause)
{
    long v;
    char *why;

    if (number_long(&v, param_text(given, i), 1, WINDOW_LAUNCHES_MAX, &why))
        return param_refuse(i, why, cause);
    *out = (int)v;
    return 0;
}

/* min <= value < end */
static int param_factor(double *out, const struct params *given, int i,
                        double min, double end, char **cause)
{
    const char *text = param_text(given, i);
    char *why;
    double v;

    if (number_real(&v, text, &why))
        return param_refuse(i, why, cause);
    if (v >= min && v < end) {
        *out = v;
        return 0;
    }
    why = xasprintf("%s: must be at least %g and below %g", QUOTED(text), min,
                    end);
    return param_refuse(i, why, cause);
}

/* A malloced message when there is no parameter of that name, else NULL. */
static char *param_unknown(const char *name)
{
    const char *names[NPARAMS];

    for (int i = 0; i < NPARAMS; i++) {
        names[i] = window_params[i].name;
        if (strcmp(name, names[i]) == 0)
            return NULL;
    }
    return names_unknown(OWNER " parameter", name, names, NPARAMS);
}

int window_configure(struct window_config *c, const struct params *given,
                     char **cause)
{
    struct window_config r = *c;

    for (size_t i = 0; i < given->n; i++) {
        if (strcmp(given->v[i].owner, OWNER) != 0)
            continue;
        *cause = param_unknown(given->v[i].name);
        if (*cause != NULL)
            return -1;
    }
    if (param_launches(&r.init_launches, given, PARAM_INIT, cause) != 0 ||
        param_launches(&r.launches, given, PARAM_K, cause) != 0 ||
        param_factor(&r.eps, given, PARAM_EPS, 0, 1, cause) != 0 ||
        param_factor(&r.gamma, given, PARAM_GAMMA, 1.1, 2, cause) != 0)
        return -1;
    *c = r;
    return 0;
}

/* v within [lo, hi]; lo if it is no number. */
static double clamp(double v, double lo, double hi)
{
    return fmin(fmax(v, lo), hi);
}

static double slot_from_span(const struct window_config *c,
                             const struct stage_outcome *s)
{
    return c->gamma * s->span / s->launches;
}

void window_start(struct window *w, double t_bcast)
{
    *w = (struct window){
        .t_bcast = clamp(t_bcast, LEAD_MIN, LEAD_MAX),
        .patience = CALM,
    };
}

void window_after_init(struct window *w, const struct window_config *c,
                       const struct stage_outcome *s)
{
    if (s->launches > 0)
        w->b = clamp(slot_from_span(c, s), B_MIN, B_MAX);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void slot_as_published(struct window *w, const struct window_config *c,
                              const struct stage_outcome *s)
{
    int invalid = larger(s->invalid, larger(s->late, s->overrun));

    if (invalid > c->eps * s->launches)
        w->b = clamp(slot_from_span(c, s), B_MIN, B_MAX);
}

static void slot_grow(struct window *w, const struct window_config *c,
                      const struct stage_outcome *s)
{
    w->b = clamp(fmax(2 * w->b, slot_from_span(c, s)), B_MIN, B_MAX);
    w->clean = 0;
}

/* Shrinking to what the launches alone need will fail again: wait longer
 * before the next attempt. */
static void slot_grow_for_gaps(struct window *w, const struct window_config *c,
                               const struct stage_outcome *s)
{
    w->patience *= 2;
    if (w->patience > CALM_MAX)
        w->patience = CALM_MAX;
    slot_grow(w, c, s);
}

/* The calmest stage decides: one slow launch in a stage should not keep the
 * window long, it would cost more than the launches it saves. */
static void slot_keep(struct window *w, const struct window_config *c,
                      const struct stage_outcome *s)
{
    double b;

    w->needed = w->clean > 0 ? fmin(w->needed, s->longest) : s->longest;
    if (++w->clean < w->patience)
        return;
    w->clean = 0;
    w->gaps = 0;
    b = clamp(c->gamma * w->needed, B_MIN, B_MAX);
    if (b < w->b)
        w->b = b;
    else
        w->patience = CALM;
}

/* Stages in a row, this one included, that were late although no launch was
 * longer than its slot; behind a late start that may be its fault. */
static int slot_gaps(const struct window *w, const struct stage_outcome *s,
                     bool trouble)
{
    bool all_late = s->late == s->launches - 1;

    if (!trouble)
        return 0;
    if (s->first_late || !(all_late || w->gaps >= GAPS_SURE))
        return w->gaps;
    return w->gaps + 1;
}

static void slot_adapt(struct window *w, const struct window_config *c,
                       const struct stage_outcome *s)
{
    int behind = s->late - (s->first_late ? 1 : 0), gaps;
    bool trouble = larger(s->overrun, behind) > c->eps * s->launches, more;

    if (trouble && s->longest > w->b) {
        w->patience = CALM;
        w->gaps = 0;
        slot_grow(w, c, s);
        return;
    }
    gaps = slot_gaps(w, s, trouble);
    more = gaps > w->gaps;
    w->gaps = gaps;
    if (!more || gaps > GAPS_MAX)
        slot_keep(w, c, s);
    else if (gaps >= GAPS_SURE)
        slot_grow_for_gaps(w, c, s);
}

/* A message that came well in time did not make the first launch late. */
static void lead_adapt(struct window *w, const struct stage_outcome *s)
{
    if (s->first_late && s->need > w->t_bcast / 2) {
        w->t_bcast = clamp(2 * w->t_bcast, LEAD_MIN, LEAD_MAX);
        w->prompt = 0;
        return;
    }
    /* The calmest stage decides, as with slots: one that was disturbed says
     * nothing about the way of the message. */
    w->need_least = w->prompt > 0 ? fmin(w->need_least, s->need) : s->need;
    if (++w->prompt < PROMPT)
        return;
    w->prompt = 0;
    w->t_bcast = fmin(w->t_bcast,
                      clamp(LEAD_SAFETY * w->need_least, LEAD_MIN, LEAD_MAX));
}

void window_after_stage(struct window *w, const struct window_config *c,
                        const struct stage_outcome *s)
{
    if (s->launches < 1)
        return;
    if (c->paper) {
        slot_as_published(w, c, s);
        return;
    }
    slot_adapt(w, c, s);
    lead_adapt(w, s);
}
