/* plot.c: draws the nights of a case, as SVG within the page. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "stats/change.h"
#include "tools/history/history.h"
#include "tools/report/report.h"

/* Size of a picture and of its frame, in units of half a pixel. */
enum {
    WIDTH = 1800,
    HEIGHT = 310,
    LEFT = 150,
    RIGHT = 1780,
    TOP = 40,
    BOTTOM = 260,
};

struct scale {
    size_t nights;
    double lo, hi; /* logarithms at the frame's edges */
};

static int x_of(const struct scale *s, double night)
{
    return (int)lround(LEFT + (RIGHT - LEFT) * night / (double)s->nights);
}

static int y_of(const struct scale *s, double x)
{
    double share = (s->hi - x) / (s->hi - s->lo);

    return (int)lround(TOP + (BOTTOM - TOP) * fmin(fmax(share, 0), 1));
}

/* Returns the first night of level i of the track, one of shifts + 1; for i >
 * shifts the night after the last one. */
static size_t level_from(const struct history *h, const struct track *track,
                         size_t i)
{
    return i == 0               ? track->first
           : i <= track->shifts ? h->shift[track->shift + i - 1].night
                                : track->last + 1;
}

/* Returns level i of the track. */
static double level_of(const struct history *h, const struct track *track,
                       size_t i)
{
    size_t n;

    return track_level(track, level_from(h, track, i),
                       level_from(h, track, i + 1), &n);
}

/* Returns by how much a drift exceeds the levels of its halves; 0 if the track
 * has none. */
static double drift_of(const struct history *h, const struct track *track)
{
    const struct shift *s = &h->shift[track->shift];

    return track->shifts > 0 && s->drift ? s->step / 4 : 0;
}

/* The frame has room for 4 deviations, or 3 %, around all levels. */
static void scale_set(struct scale *s, const struct history *h,
                      const struct track *track)
{
    double room = isnan(track->scatter) ? 0 : 4 * track->scatter;

    *s = (struct scale){h->nights, INFINITY, -INFINITY};
    for (size_t i = 0; i <= track->shifts; i++) {
        double level = level_of(h, track, i);

        s->lo = fmin(s->lo, level);
        s->hi = fmax(s->hi, level);
    }
    room = fmax(room, 0.03) + fabs(drift_of(h, track));
    s->lo -= room;
    s->hi += room;
}

/* Draws a dot for each night. */
static void put_dots(FILE *f, const struct scale *s, const struct track *track,
                     double move, const char *class)
{
    fprintf(f, "<path class='%s' d='", class);
    for (size_t i = 0; i < s->nights; i++)
        if (!isnan(track->x[i]))
            fprintf(f, "M%d %dh0", x_of(s, (double)i + 0.5),
                    y_of(s, track->x[i] + move));
    fputs("'/>\n", f);
}

static void put_levels(FILE *f, const struct history *h, const struct scale *s,
                       const struct track *track)
{
    const double drift = drift_of(h, track);

    fputs("<path class='level' d='", f);
    if (drift != 0)
        fprintf(f, "M%d %dL%d %d", x_of(s, (double)track->first),
                y_of(s, level_of(h, track, 0) - drift),
                x_of(s, (double)track->last + 1),
                y_of(s, level_of(h, track, 1) + drift));
    for (size_t i = 0; drift == 0 && i <= track->shifts; i++)
        fprintf(f, "M%d %dH%d", x_of(s, (double)level_from(h, track, i)),
                y_of(s, level_of(h, track, i)),
                x_of(s, (double)level_from(h, track, i + 1)));
    fputs("'/>\n", f);
}

/* Draws the nights in which the change may have been, and its date. */
static void put_shift(FILE *f, const struct history *h, const struct scale *s,
                      const struct shift *shift)
{
    double night = (double)shift->night, within = (double)shift->within;
    int from = x_of(s, fmax(night - within, 0));
    int to = x_of(s, fmin(night + within, (double)s->nights - 1) + 1);
    int x = x_of(s, night);

    html_put(f, "<path class='band' d='M%m'/>\n",
             xasprintf("%d %dH%dV%dH%dz", from, TOP, to, BOTTOM, from));
    html_put(f, "<text%r x='%m' y='30'>%s</text>\n",
             x > RIGHT - LEFT ? " class='end'" : "", xasprintf("%d", x),
             h->night[shift->night].name);
}

void plot_put(FILE *f, const struct history *h, const struct track *track)
{
    char high[DIGITS_SIZE], low[DIGITS_SIZE];
    struct scale s;

    scale_set(&s, h, track);
    digits_time(high, exp(s.hi));
    digits_time(low, exp(s.lo));
    html_put(f,
             "<figure><svg role='img' viewBox='0 0 %z %z' aria-label='%s, "
             "night by night'>\n<path class='frame' d='M%m'/>\n",
             (size_t)WIDTH, (size_t)HEIGHT, track->name,
             xasprintf("%d %dV%dH%d", LEFT, TOP, BOTTOM, RIGHT));
    for (size_t i = track->shift; i < track->shift + track->shifts; i++)
        if (!h->shift[i].drift)
            put_shift(f, h, &s, &h->shift[i]);
    if (track->reference != NULL && track->reference != track) {
        size_t to = level_from(h, track, 1), n;
        double move = level_of(h, track, 0) -
                      track_level(track->reference, track->first, to, &n);

        if (!isnan(move))
            put_dots(f, &s, track->reference, move, "pale dots");
    }
    put_dots(f, &s, track, 0, "dots");
    put_levels(f, h, &s, track);
    html_put(f,
             "<text class='end' x='%z' y='%z'>%s</text>\n<text class='end' "
             "x='%z' y='%z'>%s</text>\n<text x='%z' y='%z'>%s</text>\n<text "
             "class='end' x='%z' y='%z'>%s</text>\n</svg></figure>\n",
             (size_t)LEFT - 10, (size_t)TOP + 20, high, (size_t)LEFT - 10,
             (size_t)BOTTOM, low, (size_t)LEFT, (size_t)HEIGHT - 15,
             h->night[0].name, (size_t)RIGHT, (size_t)HEIGHT - 15,
             h->night[h->nights - 1].name);
}
