/* faults.h: what the cases of faults.c share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_TEST_FAULTS_H
#define REFNUMA_TEST_FAULTS_H

#include "mirrors.h"

/* Or the program ends. */
void expect(int ok, const char *what);
void mirrors_open_or_exit(struct mirrors *t, const char *guard, uint64_t pages);

/* faults_memory.c */
void efault(struct mirrors *t);
void locked(const char *guard);
void second_pages(const char *guard);
void second_pages_touched(const char *guard);

#endif /* REFNUMA_TEST_FAULTS_H */
