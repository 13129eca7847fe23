/* lines.h: records as lines of a file: JSON Lines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_LINES_H
#define RECORD_LINES_H

#include <jansson.h>

/* Those of an array, a line each, malloced. What is read is written alike. */
char *records_lines(const json_t *records);

#endif /* RECORD_LINES_H */
