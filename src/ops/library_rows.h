/* library_rows.h: parameters of an algorithm whose library declares them in a
 * .def table and parses them itself. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_LIBRARY_ROWS_H
#define OPS_LIBRARY_ROWS_H

#include "lib/params.h"

/* Defines the parser of these rows, which calls the library's function `parse`.
 * The library's struct must be the first member of the adapter's struct. */
#define LIBRARY_PARSE(parse)                                                   \
    static int library_parse(const struct param *p, void *at,                  \
                             const char *text, char **cause)                   \
    {                                                                          \
        const char *why = NULL;                                                \
                                                                               \
        return parse(at, p->name, text, &why) == 0                             \
                   ? 0                                                         \
                   : param_refuse(text, why, cause);                           \
    }

/* A row. DEFAULT: .def = TEXT, or .shown = TEXT if another row sets it. */
#define LIBRARY_ROW(NAME, DEFAULT, HELP)                                       \
    {.name = #NAME,                                                            \
     DEFAULT,                                                                  \
     .help = HELP,                                                             \
     .type = PARAM_TEXT,                                                       \
     .parse = library_parse},

#endif /* OPS_LIBRARY_ROWS_H */
