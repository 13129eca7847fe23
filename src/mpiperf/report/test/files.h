/* files.h: runs of a sample whose records go to files, in a folder of their
 * own. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_FILES_H
#define MPIPERF_TEST_FILES_H

#include "sample.h"

/* The whole file, malloced; "" when there is none. */
char *file_text(const char *path);
void put_file(const char *file, const char *text);

void assert_text(const char *file, const char *want);
void assert_count(const char *file, const char *text, size_t times);
void assert_lines(const char *file, size_t lines);
void assert_absent(const char *file);
/* Frees the cause. */
void assert_cause(char *cause, const char *want);

/* Setup and teardown of a test: *state is sample_rivals() with the outputs
 * a.jsonl and b.csv, in an empty folder, which goes with these and `moved`. */
int enter_folder(void **state);
int leave_folder(void **state);
#define IN_FOLDER(test) UNIT_TEST_WITH(test, enter_folder, leave_folder)

/* What happens to the files in the course of a run. */
struct mishap {
    void (*before)(struct report *r); /* rows are written */
    void (*after)(struct report *r);
};
extern const struct mishap no_mishap;

/*
 * A whole run of one case, as main() has it; with --resume it may be held
 * already. Its table goes to the file. 0, or -1 with *cause.
 */
int run_to(const char *table, struct sample *s, size_t which,
           const struct mishap *m, char **cause);
/* Of case 0, its table thrown away: it ends well, or with that cause, of which
 * "..." may be the beginning. */
void assert_runs(struct sample *s);
void assert_fails(struct sample *s, const struct mishap *m, const char *cause);

/* What the format makes of the record, which it takes over. */
void put_record(FILE *f, const struct format *format, const struct report *r,
                json_t *record);

#endif /* MPIPERF_TEST_FILES_H */
