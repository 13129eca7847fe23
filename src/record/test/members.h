/* members.h: makes records for tests, written with ' instead of "; reads the
 * schema. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TEST_MEMBERS_H
#define RECORD_TEST_MEMBERS_H

#include "lib/test/unit.h"
#include <jansson.h>
#include "lib/xmalloc.h"

static inline json_t *json_of(const char *members)
{
    char *text = xasprintf("{%s}", members);
    json_t *record;

    for (char *c = text; *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    record = json_loads(text, 0, NULL);
    free(text);
    assert_non_null(record);
    return record;
}

static inline json_t *schema_read(void)
{
    const char *top = getenv("top_srcdir");
    char *path = xasprintf("%s/doc/record.schema.json", top ? top : ".");
    json_t *schema = json_load_file(path, 0, NULL);

    if (schema == NULL)
        fail_msg("cannot read %s (set top_srcdir)", path);
    free(path);
    return schema;
}

/* Returns the marks (names) that the schema defines; borrowed. */
static inline json_t *schema_marks(json_t *schema)
{
    json_t *names;

    assert_int_equal(json_unpack(schema, "{s:{s:{s:{s:{s:{s:o}}}}}}", "$defs",
                                 "case", "properties", "marks", "items", "enum",
                                 &names),
                     0);
    return names;
}

#endif /* RECORD_TEST_MEMBERS_H */
