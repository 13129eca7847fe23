/* unit.h: cmocka, and groups of tests: one in each file, linked into a program
 * with unit.c. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_TEST_UNIT_H
#define LIB_TEST_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

struct unit_group {
    const char *name;
    int (*run)(void); /* returns the number of failed tests */
};

/* Replaces `int main(void)`. The linker collects the groups of all files in one
 * array. */
#define UNIT_GROUP(word)                                                       \
    static int unit_run(void);                                                 \
    static const struct unit_group unit_this                                   \
        __attribute__((section("unit_groups"), used)) = {#word, unit_run};     \
    static int unit_run(void)

/* The number behind the group's name on the command line, or 0. */
int unit_argument(void);

#endif /* LIB_TEST_UNIT_H */
