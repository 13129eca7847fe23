/* shmbcast_tuning.h: how libshmbcast's parameters were found, in words. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_SHMBCAST_TUNING_H
#define ADAPTERS_SHMBCAST_TUNING_H

#include <jansson.h>
#include <stdio.h>

#include "algos/shmbcast/shmbcast_tune.h"

/* For records. */
json_t *shmbcast_params_json(const struct shmbcast_params *p);
json_t *shmbcast_model_json(const struct shmbcast_tuning *tuning);
json_t *shmbcast_trials_json(const struct shmbcast_tuning *tuning);

/* For people: the calibrated numbers, f* and s*, and what is used. */
void shmbcast_model_print(FILE *f, const struct shmbcast_params *used,
                          const struct shmbcast_tuning *tuning);

/* What was tried, stage by stage, and what is used. */
void shmbcast_trials_print(FILE *f, const struct shmbcast_params *used,
                           const struct shmbcast_tuning *tuning);

#endif /* ADAPTERS_SHMBCAST_TUNING_H */
