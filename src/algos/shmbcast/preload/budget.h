/* budget.h: the shared memory that this process may account for. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_BUDGET_H
#define PRELOAD_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

/* Take [nbytes] if with them no more than [limit] are taken. Any thread. */
bool budget_take(size_t nbytes, size_t limit);

void budget_give_back(size_t nbytes);

/* The most that were taken at a time. */
size_t budget_most(void);

#endif /* PRELOAD_BUDGET_H */
