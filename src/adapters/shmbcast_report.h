/* shmbcast_report.h: what libshmbcast did and would choose, for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_SHMBCAST_REPORT_H
#define ADAPTERS_SHMBCAST_REPORT_H

#include <stdio.h>
#include "algos/shmbcast/shmbcast_tune.h"

/* The calibrated numbers, f* and s*, and what is used. */
void report_model(FILE *f, const struct shmbcast *h,
                  const struct shmbcast_tuning *tuning);

/* The queue sizes of the paper's Table 1. */
void report_table1(FILE *f);

#endif /* ADAPTERS_SHMBCAST_REPORT_H */
