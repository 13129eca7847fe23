/* format.h: the formats of a table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_FORMAT_H
#define COMPARE_FORMAT_H

#include "lib/params.h"

/* A word of --format. */
enum output_format {
    FORMAT_TABLE,
    FORMAT_FULL,
    FORMAT_CSV,
    FORMAT_MD,
    FORMAT_OSU,
    FORMAT_IMB,
};
extern const struct param_word output_words[];

#endif /* COMPARE_FORMAT_H */
