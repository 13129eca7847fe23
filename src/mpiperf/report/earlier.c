/* earlier.c: reads files that a run continues. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/earlier.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* True if one of the two texts is the beginning of the other one. */
static bool begins_with(const char *text, size_t length, const char *with)
{
    size_t n = strlen(with);

    return strncmp(text, with, length < n ? length : n) == 0;
}

/* Returns why mpiperf cannot have written the text, or NULL. If a run was
 * killed, the last line may be incomplete, but must still begin like a
 * record. */
static const char *text_refuse(const struct output *to, const char *text,
                               const struct options *o)
{
    static const char any_record[] = "{\"type\":\"";
    size_t whole = to->sink.keep, size = to->sink.size;
    char *header;
    bool ours;

    if (to->format->header != NULL) {
        header = to->format->header(o);
        ours = begins_with(text, size, header);
        free(header);
        return ours ? NULL : " has other columns";
    }
    if (!begins_with(text, whole, any_record))
        return ": line 1 is not a record of mpiperf";
    if (!begins_with(text + whole, size - whole, any_record))
        return ": its last line is not a record of mpiperf";
    return NULL;
}

char *earlier_read(struct output *to, const struct options *o,
                   const char *option, char **text)
{
    const char *why;
    char *cause = NULL;

    *text = NULL;
    if (sink_read(&to->sink, 0, text, &cause) != 0)
        return cause;
    to->sink.keep =
        sink_whole_lines(*text, to->sink.size, to->format->whole_quotes);
    why = text_refuse(to, *text, o);
    if (why == NULL)
        return NULL;
    return xasprintf("%s: %s%s", option, SHOWN_FILE(to->sink.file), why);
}

char *append_files(const struct report *r)
{
    char *cause = NULL, *text;

    for (size_t i = 0; i < r->n && cause == NULL; i++) {
        cause = earlier_read(&r->outputs[i], r->o, "--append", &text);
        free(text);
    }
    return cause;
}
