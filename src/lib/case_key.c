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

/* Before exchange had these parameters, its pattern was the ring and its
 * messages lay side by side: the cases of older records are the same. A new
 * reference. */
static json_t *param_of_exchange(const json_t *param)
{
    json_t *all = json_pack("{s:s, s:i}", "pattern", "ring", "gap", 0);

    if (param != NULL)
        json_object_update(all, (json_t *)param);
    return all;
}

/* A new reference. */
static json_t *value_of(const json_t *record, const char *field)
{
    json_t *value = json_object_get(record, field);
    const char *op = json_string_value(json_object_get(record, "op"));

    if (json_is_null(value))
        value = NULL;
    if (op != NULL && strcmp(op, "exchange") == 0 &&
        strcmp(field, "param") == 0)
        return param_of_exchange(value);
    return value != NULL ? json_incref(value) : json_null();
}

json_t *case_key_record(const json_t *record)
{
    json_t *key = json_object();

    for (const char *const *f = case_key_fields; *f != NULL; f++)
        json_object_set_new(key, *f, value_of(record, *f));
    return key;
}

char *case_key(const json_t *record)
{
    json_t *key = case_key_record(record);
    char *text = json_line(key, JSON_COMPACT | JSON_SORT_KEYS);

    json_decref(key);
    return text;
}
