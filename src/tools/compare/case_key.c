/* case_key.c: which case a record is of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/case_key.h"

#include <stddef.h>

const char *const case_key_fields[] = {
    "op",       "algo",      "procs",  "bytes",    "root",  "rotate",
    "datatype", "reduction", "counts", "in_place", "pairs", "topology",
    "buffer",   "method",    "timer",  "param",    "given", "memory",
    "arrival",  "harness",   NULL,
};

char *case_key(const json_t *record)
{
    json_t *values = json_array();
    char *text;

    for (const char *const *f = case_key_fields; *f != NULL; f++) {
        json_t *value = json_object_get(record, *f);

        json_array_append_new(values,
                              value == NULL ? json_null() : json_incref(value));
    }
    text = json_dumps(values, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(values);
    return text;
}
