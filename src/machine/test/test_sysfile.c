/* test_sysfile.c: reading the kernel's files of an imaginary machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <sys/stat.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "machine/sysfile.h"

static char root[] = "/tmp/test_sysfile.XXXXXX";

/* Writes a file of the machine, and makes the folders it is in. */
static void file_write(const char *name, const char *text)
{
    char *path = xasprintf("%s/%s", root, name), *slash = path + strlen(root);
    FILE *f;

    while ((slash = strchr(slash + 1, '/')) != NULL) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "%s\n", text);
    fclose(f);
    free(path);
}

/* The files of the machine; its CPU 4 has no governor. */
static const char *const machine[][2] = {
    {"cpu0/cpufreq/scaling_governor", "performance"},
    {"cpu1/cpufreq/scaling_governor", "performance"},
    {"cpu2/cpufreq/scaling_governor", "schedutil"},
    {"cpu3/cpufreq/scaling_governor", "powersave"},
    {"cpu0/cache/index0/type", "Data"},
    {"cpu0/cache/index0/size", "32K"},
    {"cpu0/cache/index1/type", "Instruction"},
    {"cpu0/cache/index1/size", "64K"},
    {"cpu0/cache/index2/type", "Unified"},
    {"cpu0/cache/index2/size", "1024K"},
    {"cpu0/cache/index3/type", "Unified"},
    {"cpu0/cache/index3/size", "32768K"},
    {"cpu1/cache/index0/type", "Data"},
    {"cpu1/cache/index0/size", "48K"},
    {"cpu1/cache/index1/type", "Instruction"},
    {"cpu1/cache/index1/size", "9999999K"},
    {"cpu1/cache/index2/type", "Unified"},
    {"cpu1/cache/index2/size", "2048K"},
    {"cpu1/cache/index3/type", "Unified"},
    {"cpu1/cache/index3/size", "none"},
};

static int machine_make(void **state)
{
    (void)state;
    if (mkdtemp(root) == NULL)
        return -1;
    for (size_t i = 0; i < sizeof(machine) / sizeof(machine[0]); i++)
        file_write(machine[i][0], machine[i][1]);
    return 0;
}

static int machine_remove(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", root);
    return system(command);
}

UNIT_TEST(one_other_governor_is_told)
{
    static const struct {
        const char *cpus, *name;
    } cases[] = {
        {"0-1", "performance"}, {"0-3", "schedutil"},
        {"1,3", "powersave"},   {"4", ""},
        {"0,4", "performance"},
    };
    hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
    char name[32];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(hwloc_bitmap_list_sscanf(cpus, cases[i].cpus), 0);
        sysfile_governor(name, sizeof(name), root, cpus);
        assert_string_equal(name, cases[i].name);
    }
    hwloc_bitmap_free(cpus);
}

UNIT_TEST(idle_time_is_not_busy)
{
    double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    char path[128];

    snprintf(path, sizeof(path), "%s/stat", root);
    assert_true(isnan(sysfile_busy(path)));
    file_write("stat", "cpu  100 20 3 99999 88888 400 50 6 70 8\ncpu0 1 1 1");
    assert_true(fabs(sysfile_busy(path) - 579 * tick) < 1e-9);
    file_write("stat", "cpu  100 20");
    assert_true(isnan(sysfile_busy(path)));
}

UNIT_TEST(largest_cache_of_data_is_found)
{
    assert_int_equal(sysfile_cache(root, 0), 32 << 20);
    assert_int_equal(sysfile_cache(root, 1), 2 << 20);
    assert_int_equal(sysfile_cache(root, 2), 0);
}

UNIT_GROUP(sysfile)
{
    return UNIT_RUN(machine_make, machine_remove);
}
