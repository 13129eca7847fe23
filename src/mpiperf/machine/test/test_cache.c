/* test_cache.c: caches of made-up processors. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "mpiperf/machine/cache.h"

static const struct {
    int cpu, index;
    const char *level, *type, *size;
} listed[] = {
    {0, 0, "1", "Data", "32K"},       {0, 1, "1", "Instruction", "64K"},
    {0, 2, "2", "Unified", "1024K"},  {0, 3, "3", "Unified", "32768K"},
    {1, 0, "1", "Data", "48K"},       {1, 1, "1", "Instruction", "9999999K"},
    {1, 2, "2", "Unified", "2048K"},  {1, 3, "3", "Unified", "none"},
};

static void file_write(const char *folder, const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *f;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "%s\n", text);
    fclose(f);
}

static void file_remove(const char *folder, const char *name)
{
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    remove(path);
}

static void folder_name(char *path, size_t size, const char *root, size_t row,
                        int depth)
{
    int n = snprintf(path, size, "%s/cpu%d", root, listed[row].cpu);

    if (depth > 0)
        n += snprintf(path + n, size - (size_t)n, "/cache");
    if (depth > 1)
        snprintf(path + n, size - (size_t)n, "/index%d", listed[row].index);
}

static void kernel_make(const char *root)
{
    for (size_t i = 0; i < sizeof(listed) / sizeof(listed[0]); i++) {
        char folder[256];

        for (int depth = 0; depth < 3; depth++) {
            folder_name(folder, sizeof(folder), root, i, depth);
            mkdir(folder, 0700);
        }
        file_write(folder, "level", listed[i].level);
        file_write(folder, "type", listed[i].type);
        file_write(folder, "size", listed[i].size);
    }
}

static void kernel_remove(const char *root)
{
    for (size_t i = sizeof(listed) / sizeof(listed[0]); i-- > 0;) {
        char folder[256];

        folder_name(folder, sizeof(folder), root, i, 2);
        file_remove(folder, "level");
        file_remove(folder, "type");
        file_remove(folder, "size");
        for (int depth = 2; depth >= 0; depth--) {
            folder_name(folder, sizeof(folder), root, i, depth);
            rmdir(folder); /* when the last one in it is gone */
        }
    }
    rmdir(root);
}

static void caches_are_read(void **state)
{
    char root[] = "cacheXXXXXX";
    struct cache c = {0};

    (void)state;
    assert_non_null(mkdtemp(root));
    kernel_make(root);
    assert_true(cache_read(&c, root, 0, 0));
    assert_true(c.level == 1 && c.bytes == 32 << 10);
    assert_false(cache_read(&c, root, 0, 1)); /* instructions */
    assert_true(cache_read(&c, root, 0, 3));
    assert_true(c.level == 3 && c.bytes == 32 << 20);
    assert_false(cache_read(&c, root, 0, 4));
    assert_int_equal(cache_largest(root, 0), 32 << 20);
    assert_int_equal(cache_largest(root, 1), 2 << 20);
    assert_int_equal(cache_largest(root, 2), 0);
    kernel_remove(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caches_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
