/* output.h: both tables as text, JSON Lines and CSV. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OUTPUT_H
#define COMPARE_OUTPUT_H

#include <jansson.h>
#include <stdio.h>
#include "tools/compare/between.h"
#include "tools/compare/compare.h"

/* "bcast:native, 2 ranks, 8 bytes"; malloced. */
char *case_name(const json_t *record);

void comparisons_print(FILE *f, const struct comparisons *c,
                       const struct compare_options *o);
/* One record a case; new references. */
json_t *comparisons_records(const struct comparisons *c,
                            const struct compare_options *o);

/* The launches of one command. */
struct between_table {
    long command; /* 0: there is only one */
    struct between *v;
    size_t n;
};

void between_print(FILE *f, const struct between_table *t, size_t n);
json_t *between_records(const struct between_table *t, size_t n,
                        double confidence);

/* 0 or -errno. */
int records_write(const char *file, bool csv, const json_t *records);

#endif /* COMPARE_OUTPUT_H */
