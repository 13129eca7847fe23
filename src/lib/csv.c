/* csv.c: cells of a table, quoted as in RFC 4180. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/csv.h"

#include <stdlib.h>
#include <string.h>
#include "lib/json.h"

void csv_text(FILE *f, const char *text)
{
    if (text[strcspn(text, ",\"\r\n")] == '\0') {
        fputs(text, f);
        return;
    }
    putc('"', f);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', f);
        putc(*text, f);
    }
    putc('"', f);
}

void csv_cell(FILE *f, const json_t *value, size_t digits)
{
    char *line;

    if (value == NULL || json_is_null(value))
        return;
    if (json_is_string(value)) {
        csv_text(f, json_string_value(value));
        return;
    }
    line = json_line(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                JSON_REAL_PRECISION(digits));
    csv_text(f, line);
    free(line);
}
