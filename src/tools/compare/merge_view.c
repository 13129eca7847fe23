/* merge_view.c: what is asked of the merged table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_text.h"

#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"

static int column_add(struct merged_view *v, const char *name, char **cause)
{
    char *known;
    const struct merged_column *c = merged_column_find(name, &known);

    if (c == NULL) {
        *cause =
            xasprintf("unknown column %s (there are: %s)", QUOTED(name), known);
        free(known);
        return -1;
    }
    v->column = xreallocarray(v->column, v->ncolumns + 1, sizeof(*v->column));
    v->column[v->ncolumns++] = c;
    return 0;
}

int merged_view_columns(struct merged_view *v, const char *list, char **cause)
{
    char *copy = xstrdup(list), *rest = copy, *name;
    int rc = 0;

    v->ncolumns = 0;
    while (rc == 0 && (name = strsep(&rest, ",")) != NULL)
        rc = column_add(v, name, cause);
    free(copy);
    return rc;
}

int merged_view_name(struct merged_view *v, const char *name, char **cause)
{
    if (*name == '\0') {
        *cause = xstrdup("'': a name is empty");
        return -1;
    }
    v->name = xreallocarray(v->name, v->nnames + 1, sizeof(*v->name));
    v->name[v->nnames++] = name;
    return 0;
}

void merged_view_free(struct merged_view *v)
{
    free(v->column);
    free(v->name);
}
