/* main.c: command lines -> blocks of runs -> one table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/json.h"
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "tools/compare/merge.h"
#include "tools/compare/merge_text.h"
#include "tools/repeat/session.h"
#include "tools/repeat/start.h"

/* What the whole of it may take, and has taken. */
struct budget {
    double seconds; /* INFINITY: no limit */
    double since;
    double noted; /* when the last line on progress came */
};

static double spent(const struct budget *b)
{
    return now() - b->since;
}

static double block_seconds(const struct session *s)
{
    double sum = 0;

    for (size_t i = 0; i < s->o->ncommands; i++)
        sum += s->cost[i];
    return sum;
}

/* The widest interval of those that --precision is about: ratios, and times
 * where there is nothing to compare. INFINITY: one has none. Cases that never
 * have figures do not count. */
static double worst_of(const struct merged *m)
{
    bool ratios = false;
    double worst = -INFINITY;

    for (size_t i = 0; i < m->n; i++)
        ratios |= m->v[i].baseline != NULL;
    for (size_t i = 0; i < m->n; i++) {
        const struct merged_row *row = &m->v[i];
        double half;

        if (row->time.of.n == 0 || (ratios && row->baseline == NULL))
            continue;
        half = typical_half(ratios ? &row->ratio.of : &row->time.of, 0.95);
        worst = fmax(worst, isnan(half) ? INFINITY : half);
    }
    return worst >= 0 ? worst : INFINITY; /* no row counts yet */
}

/* So many blocks without a complete run are the last. */
enum { HOPELESS = 3 };

/* At most a line in so many seconds. */
#define PROGRESS_EVERY 1.0

/* "3 of 10 runs, widest interval +-4.2 %, 12 s left". */
static void note_progress(const struct session *s, struct budget *b,
                          const struct merged *m)
{
    double worst = worst_of(m);
    size_t length;
    char *text;
    FILE *f;

    if (spent(b) < b->noted + PROGRESS_EVERY)
        return;
    b->noted = spent(b);
    f = open_memstream(&text, &length);
    if (f == NULL)
        out_of_memory();
    fprintf(f, "%zu", s->runs.n);
    if (s->o->repeat > 0)
        fprintf(f, " of %zu",
                (s->first + (size_t)s->o->repeat) * s->o->ncommands);
    fputs(" runs", f);
    if (isfinite(worst))
        fprintf(f, ", widest interval +-%.1f %%", 100 * worst);
    if (isfinite(b->seconds))
        fprintf(f, ", %.0f s left", fmax(0, b->seconds - spent(b)));
    if (fclose(f) != 0)
        out_of_memory();
    session_note(text);
}

static bool is_enough(const struct session *s, const struct budget *b,
                      const struct merged *m)
{
    const struct options *o = s->o;

    if (o->repeat > 0 && s->block - s->first >= (size_t)o->repeat)
        return true;
    if (!isnan(o->precision) && worst_of(m) <= o->precision)
        return true;
    return b->seconds - spent(b) < block_seconds(s);
}

static enum session_end measure(struct session *s, struct budget *b,
                                const struct judge_options *judging)
{
    enum session_end end;
    size_t failed = 0; /* blocks in a row without a complete run */
    bool enough;

    do {
        size_t kept = s->kept;
        struct merged m;

        end = session_block(s);
        failed = s->kept == kept ? failed + 1 : 0;
        if (end == SESSION_GOES_ON && failed == HOPELESS) {
            session_note(xasprintf("no run of %d blocks was complete: stopped",
                                   HOPELESS));
            return end;
        }
        merged_make(&m, &s->runs, judging);
        note_progress(s, b, &m);
        enough = is_enough(s, b, &m);
        merged_free(&m);
    } while (end == SESSION_GOES_ON && !enough);
    return end;
}

/* The exit status. */
static int conclude(struct session *s, enum session_end end,
                    const struct judge_options *judging)
{
    struct merged m;

    if (s->runs.n == 0) {
        session_note(xasprintf("%sno run was complete",
                               end == SESSION_INTERRUPTED ? "interrupted: "
                                                          : ""));
        return end == SESSION_WRONG_USE ? EXIT_USAGE : EXIT_FAILED;
    }
    merged_make(&m, &s->runs, judging);
    merged_print(stdout, &m, &s->runs, block_seconds(s));
    if (s->sink.file != NULL && end != SESSION_UNWRITABLE) {
        json_t *records = merged_records(&m);

        if (session_write(s, records) != 0)
            end = SESSION_UNWRITABLE;
        json_decref(records);
    }
    merged_free(&m);
    if (s->lost > 0)
        session_note(xasprintf("%zu of %zu runs failed", s->lost,
                               s->lost + s->kept));
    if (end == SESSION_INTERRUPTED)
        session_note(xasprintf("interrupted: %zu complete runs%s%s", s->kept,
                               s->o->output != NULL ? " are in " : "",
                               s->o->output != NULL ? s->o->output : ""));
    if (fflush(stdout) != 0)
        return EXIT_FAILED;
    return end == SESSION_WRONG_USE                    ? EXIT_USAGE
           : s->lost > 0 || end != SESSION_GOES_ON ? EXIT_FAILED
                                                       : EXIT_DONE;
}

int main(int argc, char **argv)
{
    struct judge_options judging = {.alpha = 0.05};
    struct budget budget = {.since = now(), .noted = -INFINITY};
    struct options o;
    struct session s;
    char *cause;
    int status = EXIT_FAILED;

    json_setup();
    options_init(&o);
    if (tool_parse(&repeat_tool, &o, argc, argv, &status) != OPTIONS_RUN)
        goto out;
    start_prepare();
    if (session_open(&s, &o, &cause) != 0) {
        tool_error(&repeat_tool, cause);
        status = EXIT_USAGE;
        goto out;
    }
    judging.same = o.same;
    budget.seconds = !isnan(o.budget) ? o.budget : o.repeat > 0 ? INFINITY : 60;
    status = conclude(&s, measure(&s, &budget, &judging), &judging);
    session_close(&s);
out:
    options_free(&o);
    return status;
}
