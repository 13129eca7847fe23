/* options_scan.h: the command line cut into options and operands. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_SCAN_H
#define MPIPERF_OPTIONS_SCAN_H

#include <argp.h>
#include "mpiperf/options/options_table.h"

/* As they stand on the line; the text stays the caller's. */
struct setting {
    const struct option_row *row; /* NULL: an operand */
    const char *arg;              /* NULL: the option takes none */
};

struct scan {
    struct setting *v;
    size_t n;
    enum options_outcome outcome; /* OPTIONS_RUN, or what ended it */
};

/* Leaves argv alone. 0, or -1 with *cause malloced. */
int scan_parse(struct scan *s, int argc, char **argv, char **cause);
void scan_free(struct scan *s);
/* The value that the option was given last; NULL: it was not given. */
const struct setting *scan_find(const struct scan *s, int key);

/* The rows as argp wants them; all strings malloced. For the help too. */
struct argp_option *argp_options_create(void);
void argp_options_destroy(struct argp_option *rows);

/* The first contradiction, malloced, or NULL. */
char *options_check(const struct options *o, const struct scan *s, int world);

#endif /* MPIPERF_OPTIONS_SCAN_H */
