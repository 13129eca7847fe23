/* append.c: the runs that a file already has. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/append.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "compare/view.h"
#include "lib/xmalloc.h"

/* NULL, or why no runs of ours can go on with those, malloced. */
static char *runs_refuse(const struct session *s)
{
    for (size_t i = 0; i < s->runs.n; i++) {
        const struct run *run = &s->runs.v[i];
        json_t *words = run->side <= (long)s->o->ncommands
                            ? command_words(&s->o->command[run->side - 1])
                            : json_array();
        char *why = run->complete ? describe_refuse(run, words, NULL)
                                  : xstrdup("is not complete"),
             *text;

        json_decref(words);
        if (why == NULL)
            continue;
        text = xasprintf("its run %zu %s", i + 1, why);
        free(why);
        return text;
    }
    return NULL;
}

/* Does the line end a run, or say that one was lost? */
static bool ends_run(const char *line)
{
    static const char end[] = "{\"type\":\"end\"",
                      lost[] = "{\"type\":\"lost\"";

    return strncmp(line, end, sizeof(end) - 1) == 0 ||
           strncmp(line, lost, sizeof(lost) - 1) == 0;
}

/* Where the runs end in the text: behind the last line that ends one. What
 * follows is the table, which is made anew, or not whole. */
static size_t runs_end(const char *text, size_t length)
{
    size_t end = 0;

    for (size_t at = 0, next; at < length; at = next) {
        const char *newline = memchr(text + at, '\n', length - at);

        if (newline == NULL)
            break;
        next = (size_t)(newline - text) + 1;
        if (ends_run(text + at))
            end = next;
    }
    return end;
}

/* Adds the runs in the first `end` bytes, and what their table stood on. NULL,
 * or the cause, malloced. */
static char *runs_take(struct session *s, const char *text, size_t length,
                       size_t end)
{
    static const char table[] = "{\"type\":\"table\"";
    char *cause = NULL;
    size_t number = 0;

    runs_begin(&s->runs, 0);
    for (size_t at = 0, next; at < length && cause == NULL; at = next) {
        const char *newline = memchr(text + at, '\n', length - at);
        json_t *record;

        number++;
        next = newline == NULL ? length : (size_t)(newline - text) + 1;
        if (at >= end && strncmp(text + at, table, sizeof(table) - 1) != 0)
            continue;
        record = json_loadb(text + at, next - at, 0, NULL);
        if (record != NULL)
            cause = runs_add(&s->runs, record);
        else if (at < end)
            cause = xstrdup("no record of mpiperf");
        json_decref(record);
        if (cause != NULL) {
            char *line = xasprintf("its line %zu", number);

            cause = xprefix(line, cause);
            free(line);
        }
    }
    return cause;
}

/* The number of the block after the last one, lost runs' among them. */
static size_t blocks_of(const struct runs *r)
{
    size_t blocks = r->blocks;

    for (size_t i = 0; i < r->nlost; i++)
        if (r->lost[i].block >= blocks)
            blocks = r->lost[i].block + 1;
    return blocks;
}

int append_to(struct session *s, char **cause)
{
    char *text, *refusal;
    size_t size = s->sink.size;

    if (sink_read(&s->sink, 0, &text, cause) != 0)
        return -1;
    s->sink.keep = runs_end(text, size);
    refusal = runs_take(s, text, size, s->sink.keep);
    if (refusal == NULL && size > 0 && s->sink.keep == 0)
        refusal = xstrdup("no run in it is complete");
    if (refusal == NULL)
        refusal = runs_refuse(s);
    free(text);
    if (refusal != NULL) {
        *cause = xasprintf("--append: cannot go on with %s: %s",
                           SHOWN_FILE(s->sink.file), refusal);
        free(refusal);
        return -1;
    }
    s->block = blocks_of(&s->runs);
    s->order = s->runs.n + s->runs.nlost;
    return 0;
}
