/* key.c: the key that tells which case a record belongs to. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/key.h"

#include <stdlib.h>
#include "lib/json.h"
#include "record/fields.h"

bool key_has(const char *field)
{
    const struct field *f = field_find(field, OF_CASE);

    return f != NULL && (f->of & OF_KEY) != 0;
}

json_t *key_record(const json_t *record)
{
    json_t *key = json_object();

    for (const struct field *f = fields; f->name != NULL; f++) {
        const json_t *value = field_value(f, record);

        if ((f->of & OF_KEY) != 0)
            json_object_set_new(key, f->name,
                                value != NULL ? json_incref((json_t *)value)
                                              : json_null());
    }
    return key;
}

char *key_line(const json_t *key)
{
    return json_line(key, JSON_COMPACT | JSON_SORT_KEYS);
}

char *key_text(const json_t *record)
{
    json_t *key = key_record(record);
    char *text = key_line(key);

    json_decref(key);
    return text;
}

void key_ignore(json_t *key, const char *field)
{
    json_object_set_new(key, field, json_null());
}
