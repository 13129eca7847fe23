/* notes.h: prints the texts of marks_find(). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_NOTES_H
#define MPIPERF_NOTES_H

#include <jansson.h>
#include <stdio.h>

/* Print the texts of marks_find(), with `before` in front of each line: all
 * texts of each row; or, for each kind of text, the number of rows and the
 * worst row. */
void notes_print(FILE *f, const json_t *notes, const char *before);
void notes_print_kinds(FILE *f, const json_t *notes, const char *before);

#endif /* MPIPERF_NOTES_H */
