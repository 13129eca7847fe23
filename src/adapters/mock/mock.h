/* mock.h: mock-ups: collectives built from other collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_MOCK_H
#define ADAPTERS_MOCK_H

#include "ops/op.h"

/* All mock-ups, for registry_add(); NULL-terminated. */
extern const struct algo *const mock_algos[];

#endif /* ADAPTERS_MOCK_H */
