/* members.h: a record for tests, of members with ' for ". */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TEST_MEMBERS_H
#define RECORD_TEST_MEMBERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <jansson.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static inline json_t *json_of(const char *members)
{
    char *text = xasprintf("{%s}", members);
    json_t *record;

    for (char *c = text; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    record = json_loads(text, 0, NULL);
    free(text);
    assert_non_null(record);
    return record;
}

#endif /* RECORD_TEST_MEMBERS_H */
