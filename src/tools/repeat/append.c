/* append.c: the runs that a file already has. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/append.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* NULL, or why no runs of ours can go on with those, malloced. */
static char *runs_refuse(const struct session *s)
{
    for (size_t i = 0; i < s->runs.n; i++) {
        const struct run *run = &s->runs.v[i];
        json_t *words = run->command <= (long)s->o->ncommands
                            ? command_words(&s->o->command[run->command - 1])
                            : NULL;
        bool same = words != NULL && json_equal(words, run->words);

        json_decref(words);
        if (!run->complete)
            return xasprintf("its run %zu is not complete", i + 1);
        if (!same)
            return xasprintf("its run %zu is of another command line", i + 1);
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

/* A last run that has begun behind that end was killed: it is cut off. */
static void drop_torn(struct runs *r, const char *text, size_t length,
                      size_t end)
{
    static const char begin[] = "{\"type\":\"run\"";
    bool *keep = xcalloc(r->n + 1, sizeof(*keep));
    struct runs whole;

    for (size_t i = 0; i < r->n; i++)
        keep[i] = true;
    if (r->n > 1 && !r->v[r->n - 1].complete &&
        memmem(text + end, length - end, begin, sizeof(begin) - 1) != NULL)
        keep[r->n - 1] = false;
    runs_subset(&whole, r, keep);
    runs_free(r);
    *r = whole;
    free(keep);
}

int append_to(struct session *s, char **cause)
{
    char *text, *refusal;
    int rc = sink_read(&s->sink, 0, &text, cause);

    if (rc != 0)
        return -1;
    s->sink.keep = runs_end(text, s->sink.size);
    if (s->sink.size > 0) {
        rc = runs_read(&s->runs, s->sink.file, cause);
        if (rc == 0)
            drop_torn(&s->runs, text, s->sink.size, s->sink.keep);
    }
    free(text);
    if (rc != 0)
        return -1;
    refusal = s->sink.size > 0 && s->sink.keep == 0
                  ? xstrdup("no run in it is complete")
                  : runs_refuse(s);
    if (refusal != NULL) {
        *cause = xasprintf("--append: cannot go on with %s: %s",
                           SHOWN_FILE(s->sink.file), refusal);
        free(refusal);
        return -1;
    }
    s->block = runs_blocks(&s->runs);
    s->order = s->runs.n + s->runs.nlost;
    return 0;
}
