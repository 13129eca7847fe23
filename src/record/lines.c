/* lines.c: records as lines of a file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include "lib/json.h"
#include "lib/xmalloc.h"

enum { DIGITS = 16 };

char *records_lines(const json_t *records)
{
    const json_t *record;
    size_t i, length;
    char *text;
    FILE *f = text_open(&text, &length);

    json_array_foreach(records, i, record)
    {
        char *line =
            json_line(record, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));

        fprintf(f, "%s\n", line);
        free(line);
    }
    text_close(f);
    return text;
}
