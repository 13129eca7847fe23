/* unit.h: cmocka, the headers that tests need, and tests that list themselves.
 * The tests of a file are a group; the groups of a folder are linked with
 * unit.c into one program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_TEST_UNIT_H
#define LIB_TEST_UNIT_H

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

struct unit_test {
    const char *file;
    int line;
    struct CMUnitTest test;
};

/* Lists a test of this file: a CMUnitTest. The linker collects the tests of all
 * files in one array. */
#define UNIT_LIST(id, ...)                                                     \
    static const struct unit_test unit_##id = {__FILE__, __LINE__,             \
                                               __VA_ARGS__};                   \
    static const struct unit_test *const unit_at_##id                          \
        __attribute__((section("unit_tests"), used)) = &unit_##id

/* UNIT_TEST(name) { ... } defines a test, which may use cmocka's `state`.
 * UNIT_TEST_WITH adds a setup and a teardown function. */
#define UNIT_TEST(function) UNIT_TEST_WITH(function, NULL, NULL)
#define UNIT_TEST_WITH(function, setup, teardown)                              \
    static void function(void **state);                                        \
    UNIT_LIST(function, {#function, function, setup, teardown, NULL});         \
    static void function(void **state __attribute__((unused)))

struct unit_group {
    const char *name;
    int (*run)(void); /* returns the number of failed tests */
};

/* UNIT_GROUP(NAME) { ... } replaces the way unit.c runs the tests of
 * test_NAME.c. */
#define UNIT_GROUP(word)                                                       \
    static int unit_run(void);                                                 \
    static const struct unit_group unit_this                                   \
        __attribute__((section("unit_groups"), used)) = {#word, unit_run};     \
    static int unit_run(void)

/* Runs the tests of this file in order, between a setup and a teardown of the
 * group; both may be NULL. Returns the number of failed tests. */
#define UNIT_RUN(setup, teardown) unit_run_file(__FILE__, setup, teardown)
int unit_run_file(const char *file, CMFixtureFunction setup,
                  CMFixtureFunction teardown);

/* The number after the group's name on the command line, or 0. */
int unit_argument(void);

#endif /* LIB_TEST_UNIT_H */
