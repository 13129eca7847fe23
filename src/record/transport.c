/* transport.c: describes which MPI components carry messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/fields.h"

#include <stdio.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

static const char *member(const json_t *transport, const char *name)
{
    const char *text = json_string_value(json_object_get(transport, name));

    return text != NULL ? text : "";
}

static void put_member(FILE *f, const char *before, const json_t *transport,
                       const char *name)
{
    const char *text = member(transport, name);

    fprintf(f, "%s%s", before,
            *text != '\0' ? SHOWN_FILE(text) : "not reported by this MPI");
}

char *transport_text(const json_t *transport, long ranks, long nodes)
{
    const char *copy = member(transport, "single_copy");
    const char *denied = member(transport, "copy_denied");
    const char *comma = "; ";
    char *text;
    size_t length;
    FILE *f;

    if (ranks < 2)
        return NULL;
    if (json_object_size(transport) == 0)
        return xstrdup("not reported by this MPI");
    f = text_open(&text, &length);
    if (json_object_get(transport, "pml") != NULL)
        put_member(f, "pml ", transport, "pml");
    else if (json_object_get(transport, "device") != NULL)
        put_member(f, "device ", transport, "device");
    else
        comma = "";
    if (ranks > nodes) {
        fputs(comma, f);
        put_member(f, "within a node ", transport, "within_node");
        if (*copy != '\0')
            fprintf(f, " (single copy %s%s)", SHOWN_FILE(copy),
                    *denied != '\0' ? ", denied" : "");
        comma = "; ";
    }
    if (nodes > 1) {
        fputs(comma, f);
        put_member(f, "between nodes ", transport, "between_nodes");
    }
    text_close(f);
    return text;
}
