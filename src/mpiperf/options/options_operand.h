/* options_operand.h: operands: OPERATION[:VARIANT[,VARIANT]...] */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_OPTIONS_OPERAND_H
#define MPIPERF_OPTIONS_OPERAND_H

#include "mpiperf/options/options.h"

option_set_fn operand_set;
void choice_free(struct choice *c);

#endif /* MPIPERF_OPTIONS_OPERAND_H */
