/* section.h: what was learned as lines of text. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_SECTION_H
#define SHMBCAST_AUTO_SECTION_H

#include <stdio.h>

#include "learn.h"

/* No line is longer, its end not counted. */
enum { SB_LINE_MAX = 2048 };

/*
 * One line of each kind:
 *
 *   states 135250 0                    centres, picoseconds
 *   prior ring 3100 9000 60000 400000  ns of a way, by size
 *   row 0 plain 12 calls 640 due 700 turn ring best slot settled 1200 apart 64
 *       again 0 follows 0 | slot 1300 630 1200 1190 1200 1250 | -ring ...
 *
 * A row is of a state, kind and class; of every way it has what was expected,
 * the call at which it was last looked at, the median and the times, the oldest
 * first. A way with a minus is none that messages can take now. Of states only
 * the centres are there, and no row without calls.
 */
void sb_section_write(FILE *f, const struct sb_learned *l);

/*
 * Lines from [text] to [end], all of them ended. [l] is empty, and is to be
 * freed. 0, or -EINVAL with [*wrong], or -ENOMEM; [*line], the number of the
 * first line, becomes that of the line in question.
 */
int sb_section_read(const char *text, const char *end, struct sb_learned *l,
                    int *line, const char **wrong);

#endif /* SHMBCAST_AUTO_SECTION_H */
