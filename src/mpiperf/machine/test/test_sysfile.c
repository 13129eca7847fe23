/* test_sysfile.c: reading the kernel's files of an invented machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <sys/stat.h>
#include "lib/test/unit.h"
#include "mpiperf/machine/sysfile.h"

static char root[] = "/tmp/test_sysfile.XXXXXX";

static void file_write(const char *name, const char *text)
{
    char path[128];
    FILE *f;

    snprintf(path, sizeof(path), "%s/%s", root, name);
    f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "%s\n", text);
    fclose(f);
}

static const struct {
    int cpu, index;
    const char *type, *size;
} caches[] = {
    {0, 0, "Data", "32K"},      {0, 1, "Instruction", "64K"},
    {0, 2, "Unified", "1024K"}, {0, 3, "Unified", "32768K"},
    {1, 0, "Data", "48K"},      {1, 1, "Instruction", "9999999K"},
    {1, 2, "Unified", "2048K"}, {1, 3, "Unified", "none"},
};

static void caches_make(void)
{
    for (size_t i = 0; i < sizeof(caches) / sizeof(caches[0]); i++) {
        char name[64], path[128];
        int n = snprintf(name, sizeof(name), "cpu%d/cache", caches[i].cpu);

        snprintf(path, sizeof(path), "%s/%s", root, name);
        mkdir(path, 0700);
        n += snprintf(name + n, sizeof(name) - (size_t)n, "/index%d",
                      caches[i].index);
        snprintf(path, sizeof(path), "%s/%s", root, name);
        mkdir(path, 0700);
        snprintf(name + n, sizeof(name) - (size_t)n, "/type");
        file_write(name, caches[i].type);
        snprintf(name + n, sizeof(name) - (size_t)n, "/size");
        file_write(name, caches[i].size);
    }
}

/* Creates the files of the machine, whose CPU 4 has no governor. */
static int machine_make(void **state)
{
    static const char *const governors[] = {"performance", "performance",
                                            "schedutil", "powersave"};
    char path[128];

    (void)state;
    if (mkdtemp(root) == NULL)
        return -1;
    for (int cpu = 0; cpu < 4; cpu++) {
        snprintf(path, sizeof(path), "%s/cpu%d", root, cpu);
        mkdir(path, 0700);
        snprintf(path, sizeof(path), "%s/cpu%d/cpufreq", root, cpu);
        mkdir(path, 0700);
        snprintf(path, sizeof(path), "cpu%d/cpufreq/scaling_governor", cpu);
        file_write(path, governors[cpu]);
    }
    caches_make();
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
