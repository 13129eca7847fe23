/* engine_shmbcast.h: for cases of the published algorithm alone. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_ENGINE_SHMBCAST_H
#define SHMBCAST_ENGINE_SHMBCAST_H

#include "engine.h"

/* Parameters "f=4Ki s=2 q=1 tree=chain"; the rest are defaults. */
struct shmbcast_params test_params(const char *text);

/* The handle itself, and back. */
struct shmbcast *engine_shmbcast(struct engine *e);
struct engine *engine_of(struct shmbcast *h);

#endif /* SHMBCAST_ENGINE_SHMBCAST_H */
