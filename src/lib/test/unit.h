/* unit.h: cmocka, and the tests of a file as a group of the program that it is
 * linked into (unit.c). */
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
    int (*run)(void); /* returns how many tests failed */
};

/* In place of `int main(void)`. The linker puts the groups of all files into
 * one array. */
#define UNIT_GROUP(word)                                                       \
    static int unit_run(void);                                                 \
    static const struct unit_group unit_this                                   \
        __attribute__((section("unit_groups"), used)) = {#word, unit_run};     \
    static int unit_run(void)

/* The number behind the name of the group on the command line, or 0. */
int unit_argument(void);

#endif /* LIB_TEST_UNIT_H */
