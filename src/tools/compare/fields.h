/* fields.h: which fields of its cases a table for people shows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_FIELDS_H
#define COMPARE_FIELDS_H

#include <jansson.h>
#include "lib/case_key.h"
#include "lib/table.h"

struct fields {
    const char *name[CASE_KEY_FIELDS];
    size_t n;
};

/*
 * Of the fields that tell cases apart: those of `always`, and those in which the
 * cases of the rows differ, but none of `never`. Both lists end with NULL. There
 * are n rows of `size` bytes, which begin with a pointer to their case's record.
 */
void fields_choose(struct fields *f, const void *rows, size_t n, size_t size,
                   const char *const *always, const char *const *never);

/* Their columns, and their cells of one case. */
void fields_titles(struct table *t, const struct fields *f);
void fields_cells(struct table *t, const struct fields *f,
                  const json_t *record);

/* Do both records have the same value of the field, or both none? */
bool fields_same(const json_t *a, const json_t *b, const char *field);
/* Do the cases of the rows differ in the field? Rows as above. */
bool fields_vary(const void *rows, size_t n, size_t size, const char *name);

/* The value of a field for people, malloced; "-": it has none. */
char *field_text(const json_t *record, const char *name);
char *value_text(const json_t *value);

#endif /* COMPARE_FIELDS_H */
