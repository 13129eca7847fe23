/* progress.c: a bar on stderr: cases done, time left. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "lib/now.h"

enum { BAR = 20, LINE_SIZE = 256, DEFAULT_WIDTH = 80 };

/* Never so wide that the line wraps: \r would not bring us back. */
static int terminal_width(void)
{
    struct winsize w;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &w) != 0 || w.ws_col < 2)
        return DEFAULT_WIDTH - 1;
    return w.ws_col - 1;
}

/* "7 s", "3:05", "1:02:09". */
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
    char spent[32], left[32] = "?";
    int n;

    duration(spent, sizeof(spent), seconds);
    if (share > 0)
        duration(left, sizeof(left), seconds / share * (1 - share));
    n = snprintf(buf, size, "[%.*s%.*s] %zu/%zu cases, %s, %s left: %s", full,
                 "####################", BAR - full, "....................",
                 done, total, spent, left, what);
    if (n > width && width >= 0 && (size_t)width < size)
        buf[width] = '\0';
}

void progress_start(struct progress *p, enum progress_mode mode, size_t total)
{
    *p = (struct progress){
        .on = mode == PROGRESS_ALWAYS ||
              (mode == PROGRESS_AUTO && isatty(STDERR_FILENO)),
        .total = total,
        .t0 = now(),
    };
}

void progress_step(struct progress *p, double share, const char *what)
{
    char line[LINE_SIZE];

    if (!p->on)
        return;
    p->shown = true;
    progress_line(line, sizeof(line), terminal_width(), share, p->done,
                  p->total, now() - p->t0, what);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
}

void progress_done(struct progress *p)
{
    p->done++;
}

void progress_hide(struct progress *p)
{
    if (!p->on || !p->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

void progress_end(struct progress *p)
{
    progress_hide(p);
    p->on = false;
}
