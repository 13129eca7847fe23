/* progress.c: prints finished cases, the remaining time and final figures to
 * stderr. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/progress.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "lib/now.h"
#include "lib/number.h"
#include "lib/xmalloc.h"
#include "machine/launcher.h"
#include "mpiperf/report/rows.h"

enum { BAR = 10, LINE_SIZE = 256, DEFAULT_WIDTH = 80 };

/* In seconds: until the first line; between lines; between updates of the
 * bar. */
static const double first_line = 3, lines_apart = 5, bars_apart = 0.2;

/* ---- texts --------------------------------------------------------------- */

/* Writes a duration to buf: "7 s", "3:05", "1:02:09". */
static void duration(char *buf, size_t size, double seconds)
{
    long s = (long)(seconds + 0.5);

    if (s < 60)
        snprintf(buf, size, "%ld s", s);
    else if (s < 3600)
        snprintf(buf, size, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(buf, size, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

void progress_line(char *buf, size_t size, int width, double share, size_t done,
                   size_t total, double seconds, const char *what)
{
    int full = (int)(BAR * share + 1e-9);
    char bar[4 * BAR] = "#", left[32] = "?";
    int n;

    if (share > 0)
        duration(left, sizeof(left), seconds / share * (1 - share));
    if (width > 0)
        snprintf(bar, sizeof(bar), "[%.*s%.*s]", full, "##########", BAR - full,
                 "..........");
    n = snprintf(buf, size, "%s %zu/%zu cases, %s left: %s", bar, done, total,
                 left, what);
    if (width > 0 && n > width && (size_t)width < size)
        buf[width] = '\0';
}

static char *case_text(const struct bench_case *c)
{
    if (c->choice->op->flags & OP_NODATA)
        return xstrdup(c->choice->op->name);
    return xasprintf("%s %s", c->choice->op->name, SIZE_TEXT((long)c->bytes));
}

char *progress_pairs(const struct plan *plan, const struct measuring *how)
{
    const struct bench_case *of = NULL;
    char from[32], to[32] = "no limit", *pairs, *text;
    double least, most;
    size_t rows = 0;
    long npairs;

    for (size_t i = 0; i < plan->n; i++) {
        const struct bench_case *c = &plan->cases[i];

        if (c->rounds == 0)
            continue;
        rows += how->nmethods * c->choice->nvariants;
        if (of == NULL || c->procs > of->procs)
            of = c;
    }
    if (of == NULL)
        return NULL;
    least = PASSES_SURE * (double)rows *
            passes_limits(how, passes_planned(how), rows).least;
    most = fmin((double)rows * how->max_time,
                how->budget > 0 ? how->budget : INFINITY);
    npairs = (long)of->procs * (of->procs - 1) / 2;
    pairs = !case_has_pairs(of)
                ? xasprintf("%d ranks, in %d rounds of random pairs", of->procs,
                            of->rounds)
                : xasprintf("%d ranks have %ld pair%s, in %d round%s",
                            of->procs, npairs, npairs == 1 ? "" : "s",
                            of->rounds, of->rounds == 1 ? "" : "s");
    duration(from, sizeof(from), least);
    if (isfinite(most))
        duration(to, sizeof(to), fmax(least, most));
    text = fmax(least, most) < 1
               ? xasprintf("%s: less than a second", pairs)
               : xasprintf("%s; with all sizes and algorithms %zu round%s: "
                           "about %s to %s (--budget=TIME limits it)",
                           pairs, rows, rows == 1 ? "" : "s", from, to);
    free(pairs);
    return text;
}

/* Returns half the width of the widest interval of unfinished cases, a
 * fraction; NAN if none is known. */
static double widest(const struct passes *passes)
{
    double half = NAN;

    for (size_t i = 0; i < passes->n; i++)
        if (!passes->cases[i].done)
            half = fmax(half, passes->cases[i].half);
    return expm1(half);
}

char *progress_what(const struct passes *passes, const struct bench_case *c)
{
    char of[32] = "", precision[64] = "", *name = case_text(c), *text;
    char percent[DIGITS_SIZE];
    double half = widest(passes);

    if (passes->planned == 1)
        return name;
    if (passes->planned < LONG_MAX)
        snprintf(of, sizeof(of), " of %ld", passes->planned);
    if (!isnan(half))
        snprintf(precision, sizeof(precision), ", worst +-%s %%",
                 digits_percent(percent, half));
    text = xasprintf("%s, pass %ld%s%s", name, passes->pass, of, precision);
    free(name);
    return text;
}

char *progress_figures(const struct result *res, size_t n)
{
    char *text = NULL, time[DIGITS_SIZE];

    for (size_t i = 0; i < n; i++) {
        char *before = text;

        if (!isfinite(res[i].time.summary.median))
            continue;
        if (before == NULL)
            before = xprefix("# done", case_text(res[i].c));
        text = xasprintf("%s%c %s %s", before, text == NULL ? ':' : ',',
                         res[i].variant->label,
                         digits_time(time, res[i].time.summary.median));
        free(before);
    }
    return text;
}

/* ---- output -------------------------------------------------------------- */

/* Returns a descriptor of the terminal, or -1. The stderr of rank 0 is usually
 * a pipe to the launcher, which runs on the same node and whose stderr may be a
 * terminal. */
static int terminal_open(void)
{
    char path[64];
    int fd;

    if (isatty(STDERR_FILENO))
        return STDERR_FILENO;
    snprintf(path, sizeof(path), "/proc/%ld/fd/%d", launcher_pid(),
             STDERR_FILENO);
    fd = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (fd >= 0 && !isatty(fd)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* Returns the width for the line: one column less than the terminal, because \r
 * would not return to the start of a line that wraps. */
static int width_of(int terminal)
{
    struct winsize w;

    if (terminal < 0)
        return 0;
    if (ioctl(terminal, TIOCGWINSZ, &w) != 0 || w.ws_col < 2)
        return DEFAULT_WIDTH - 1;
    return w.ws_col - 1;
}

/* Prints the line in one write(). On a terminal, the cursor returns to the
 * start of the line, so that other output overwrites it. */
static void show(struct progress *p, const char *line, const char *end)
{
    char *text =
        xasprintf("%s%s%s", line, p->terminal >= 0 ? "\033[K" : "", end);
    int fd = p->terminal >= 0 ? p->terminal : STDERR_FILENO;

    /* after an error, print nothing more */
    p->on = write(fd, text, strlen(text)) >= 0;
    free(text);
}

void progress_start(struct progress *p, enum progress_mode mode, size_t total)
{
    double first = mode == PROGRESS_ALWAYS ? 0 : first_line;

    *p = (struct progress){
        .on = mode != PROGRESS_NEVER,
        .terminal = -1,
        .total = total,
        .t0 = now(),
    };
    if (p->on)
        p->terminal = terminal_open();
    p->next = p->t0 + (p->terminal >= 0 ? 0 : first);
    p->next_figures = p->t0 + first;
}

void progress_step(struct progress *p, const struct passes *passes,
                   const struct bench_case *c)
{
    double at = now(), spent = at - p->t0;
    char line[LINE_SIZE], *what;

    if (!p->on || at < p->next)
        return;
    if (p->figures != NULL && at >= p->next_figures) {
        show(p, p->figures, "\n");
        free(p->figures);
        p->figures = NULL;
        p->next_figures = at + lines_apart;
    }
    what = progress_what(passes, c);
    progress_line(line, sizeof(line), width_of(p->terminal),
                  passes_share(passes, spent), p->done, p->total, spent, what);
    show(p, line, p->terminal >= 0 ? "\r" : "\n");
    free(what);
    p->shown = true;
    p->next = at + (p->terminal >= 0 ? bars_apart : lines_apart);
}

void progress_done(struct progress *p, const struct result *res, size_t n)
{
    char *before = p->figures;
    char *figures = p->on ? progress_figures(res, n) : NULL;

    p->done++;
    if (figures == NULL)
        return;
    p->figures = before == NULL ? xstrdup(figures)
                                : xasprintf("%s\n%s", before, figures);
    free(figures);
    free(before);
}

void progress_hide(struct progress *p)
{
    if (p->shown && p->terminal >= 0)
        show(p, "", "\r");
    p->shown = false;
}

void progress_end(struct progress *p)
{
    progress_hide(p);
    if (p->on && p->terminal >= 0 && p->terminal != STDERR_FILENO)
        close(p->terminal);
    free(p->figures);
    *p = (struct progress){.terminal = -1};
}
