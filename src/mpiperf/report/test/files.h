/* files.h: writes the records of a sample run to files in a temporary
 * folder. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_FILES_H
#define MPIPERF_TEST_FILES_H

#include "sample.h"

/* Returns the content of the file, malloced; "" if it does not exist. */
char *file_text(const char *path);
void put_file(const char *file, const char *text);

void assert_text(const char *file, const char *want);
void assert_count(const char *file, const char *text, size_t times);
void assert_lines(const char *file, size_t lines);
void assert_absent(const char *file);
/* Checks an error message and frees it. */
void assert_cause(char *cause, const char *want);

/* Setup and teardown of a test. *state is sample_rivals(), with outputs a.jsonl
 * and b.csv in an empty folder. The teardown removes the folder, with these
 * files and `moved`. */
int enter_folder(void **state);
int leave_folder(void **state);
#define IN_FOLDER(test) UNIT_TEST_WITH(test, enter_folder, leave_folder)

/* Functions that are called before and after rows are written; they may change
 * the files. */
struct mishap {
    void (*before)(struct report *r);
    void (*after)(struct report *r);
};
extern const struct mishap no_mishap;

/*
 * Reports a run of one case, as main() does; with --resume, the files may have
 * the case already. Writes the table to a file. Returns 0, or -1 with *cause.
 */
int run_to(const char *table, struct sample *s, size_t which,
           const struct mishap *m, char **cause);
/* Report case 0 without a table, and check that this succeeds, or fails with
 * this cause (after "...": with a message that contains it). */
void assert_runs(struct sample *s);
void assert_fails(struct sample *s, const struct mishap *m, const char *cause);

/* Writes a record in the format, and releases it. */
void put_record(FILE *f, const struct format *format, const struct report *r,
                json_t *record);

#endif /* MPIPERF_TEST_FILES_H */
