/* text_head.h: the comment lines before the table. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEXT_HEAD_H
#define MPIPERF_TEXT_HEAD_H

#include <stdio.h>
#include "mpiperf/report/report.h"

void text_head(FILE *f, const struct report *r);
/* Those of them on what the options came to. */
void text_settings(FILE *f, const struct options *o);

#endif /* MPIPERF_TEXT_HEAD_H */
