/* case_key.c: which case a record is of. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/case_key.h"

#include <stddef.h>
#include <string.h>
#include "lib/json.h"

const char *const case_key_fields[CASE_KEY_FIELDS + 1] = {
    "op",       "algo",      "procs",  "bytes",    "root",  "rotate",
    "datatype", "reduction", "counts", "in_place", "pairs", "topology",
    "buffer",   "method",    "timer",  "param",    "given", "memory",
    "arrival",  "harness",   NULL,
};

bool case_key_has(const char *field)
{
    for (const char *const *f = case_key_fields; *f != NULL; f++)
        if (strcmp(*f, field) == 0)
            return true;
    return false;
}

json_t *case_key_record(const json_t *record)
{
    json_t *key = json_object();

    for (const char *const *f = case_key_fields; *f != NULL; f++) {
        json_t *value = json_object_get(record, *f);

        json_object_set_new(key, *f,
                            value == NULL ? json_null() : json_incref(value));
    }
    return key;
}

char *case_key(const json_t *record)
{
    json_t *key = case_key_record(record);
    char *text = json_line(key, JSON_COMPACT | JSON_SORT_KEYS);

    json_decref(key);
    return text;
}
