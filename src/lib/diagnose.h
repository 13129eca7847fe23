/* diagnose.h: what is wrong with a command line that argp refused. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_DIAGNOSE_H
#define LIB_DIAGNOSE_H

#include <argp.h>

/* The first mistake, malloced: "unknown option '--sise'". The rows end as argp
 * has it; argv is in the order of the line or as argp has permuted it. */
char *diagnose(const struct argp_option *rows, int argc, char *const *argv);

#endif /* LIB_DIAGNOSE_H */
