/* text_head.h: the comment lines before the table. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEXT_HEAD_H
#define MPIPERF_TEXT_HEAD_H

#include <stdio.h>
#include "mpiperf/report/report.h"

void text_head(FILE *f, const struct report *r);

#endif /* MPIPERF_TEXT_HEAD_H */
