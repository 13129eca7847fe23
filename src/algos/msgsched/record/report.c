/* report.c: how much of the program's messages is in the files. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>

#include "finish.h"
#include "lib/quote.h"

static double percent(int64_t part, int64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 100.0;
}

/* Messages that are not in the files. */
static void missing(FILE *out, int64_t n, int64_t bytes, const char *why)
{
    if (n > 0)
        fprintf(out, "; %s: %lld messages, %lld bytes", why, (long long)n,
                (long long)bytes);
}

/* What is no message, or can't be told. */
static void also(FILE *out, int64_t n, const char *what)
{
    if (n > 0)
        fprintf(out, "; %lld %s", (long long)n, what);
}

static void files(FILE *out, const char *prefix, const struct outcome *o)
{
    const char *name = SHOWN_FILE(prefix);

    if (o->files == 0)
        fputs("no files", out);
    else if (o->files == 1)
        fprintf(out, "%s-1.msgs", name);
    else
        fprintf(out, "%s-1.msgs to %s-%zu.msgs", name, name, o->files);
    fprintf(out, ": %lld supersteps, %zu of them different",
            (long long)o->repeats, o->files);
}

void report(const struct joined *j, const char *prefix, const struct outcome *o)
{
    const struct tally *t = &o->tally;
    char *line = NULL;
    size_t size;
    FILE *out = open_memstream(&line, &size);

    if (out == NULL)
        return;
    files(out, prefix, o);
    fprintf(out,
            "; taken: %lld of %lld messages (%.1f %%), %lld of %lld bytes "
            "(%.1f %%)",
            (long long)o->taken, (long long)t->sent, percent(o->taken, t->sent),
            (long long)o->taken_bytes, (long long)t->sent_bytes,
            percent(o->taken_bytes, t->sent_bytes));
    missing(out, j->inside, j->inside_bytes, "inside a node");
    missing(out, o->unwritten, o->unwritten_bytes, "not written");
    missing(out, t->missed[MISSED_MEMORY], t->missed_bytes[MISSED_MEMORY],
            "MSGSCHED_RECORD_MEMORY used up");
    missing(out, t->missed[MISSED_INTER], t->missed_bytes[MISSED_INTER],
            "between communicators");
    also(out, t->calls[CALL_COLLECTIVE], "collective calls");
    also(out, t->calls[CALL_ONE_SIDED], "one-sided calls");
    also(out, t->calls[CALL_PARTITIONED], "partitioned requests");
    also(out, t->calls[CALL_CANCELLED], "sends cancelled");
    also(out, t->calls[CALL_FREED], "receives freed while open");
    also(out, o->open, "requests never completed");
    also(out, j->unmatched_sends, "messages whose receive was not seen");
    also(out, j->unmatched_receives, "receives whose message was not seen");
    fclose(out);
    fprintf(stderr, "msgsched-record: %s\n", line);
    free(line);
}
