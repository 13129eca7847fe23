/* record.h: can this line of a file be worked with? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RECORD_H
#define COMPARE_RECORD_H

#include <jansson.h>

enum record_type {
    RECORD_RUN,
    RECORD_CASE,
    RECORD_END,
    RECORD_LOST,
    RECORD_OTHER
};

/*
 * NULL and *type, or what is wrong with the record, malloced: "bytes: must be a
 * whole number from 0". Looks at the fields that a comparison uses.
 */
char *record_refuse(const json_t *record, enum record_type *type);

/* A number; NAN where there is none. */
double record_number(const json_t *v);

#endif /* COMPARE_RECORD_H */
