/* marks.h: what a reader of a row's figures must not overlook. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MARKS_H
#define MPIPERF_MARKS_H

#include <stdio.h>
#include "mpiperf/report/record.h"

/* One reason for a second look. `caution`: the figures rest on little; of
 * these the table tells only the first that holds. */
struct mark {
    const char *name; /* in the record */
    bool caution;
    bool (*holds)(const struct row *w);
    const char *text; /* in the table, or who prints it */
    void (*explain)(FILE *f, const struct row *w);
};

extern const struct mark marks[]; /* end with a NULL name */

/* What a reader of the row's figures must not overlook, malloced: why there are
 * none, and the marks that hold. */
char *marks_note(const struct row *w);

#endif /* MPIPERF_MARKS_H */
