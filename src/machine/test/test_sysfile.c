/* test_sysfile.c: reading the kernel's files of imaginary machines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <sys/stat.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "machine/sysfile.h"

static char root[] = "/tmp/test_sysfile.XXXXXX";

/* Writes a file below a folder, and makes the folders it is in. */
static void file_write(const char *top, const char *name, const char *text)
{
    char *path = xasprintf("%s/%s", top, name), *slash = path + strlen(root);
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
    for (size_t i = 0; i < LENGTH(machine); i++)
        file_write(root, machine[i][0], machine[i][1]);
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

    for (size_t i = 0; i < LENGTH(cases); i++) {
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
    file_write(root, "stat",
               "cpu  100 20 3 99999 88888 400 50 6 70 8\ncpu0 1 1 1");
    assert_true(fabs(sysfile_busy(path) - 579 * tick) < 1e-9);
    file_write(root, "stat", "cpu  100 20");
    assert_true(isnan(sysfile_busy(path)));
}

UNIT_TEST(largest_cache_of_data_is_found)
{
    assert_int_equal(sysfile_cache(root, 0), 32 << 20);
    assert_int_equal(sysfile_cache(root, 1), 2 << 20);
    assert_int_equal(sysfile_cache(root, 2), 0);
}

/* Files of imaginary machines with control groups, and their limits. */
#define MOUNT1(shown)                                                          \
    "22 1 0:21 / /sys rw - sysfs sysfs rw\n"                                   \
    "33 22 0:29 " shown " /sys/cpu rw shared:9 - cgroup cgroup rw,cpuacct,cpu" \
    "\n36 22 0:32 " shown " /sys/memory rw - cgroup cgroup rw,memory\n"        \
    "42 22 0:38 / /sys/unified rw - cgroup2 cgroup2 rw\n"
#define MOUNT2(shown)                                                          \
    "22 1 0:21 / /sys rw - sysfs sysfs rw\n"                                   \
    "31 22 0:28 " shown " /sys/fs rw,nosuid - cgroup2 none rw\n"

static const struct {
    const char *groups, *mounts;
    const char *files[8][2];
    double quota;
    long throttled;
    size_t memory;
} hosts[] = {
    {"", "", {{0}}, INFINITY, 0, SIZE_MAX},
    /* version 1, without limits */
    {"4:memory:/\n2:cpuacct,cpu:/\n0::/\n",
     MOUNT1("/"),
     {{"sys/cpu/cpu.cfs_quota_us", "-1\n"},
      {"sys/cpu/cpu.cfs_period_us", "100000\n"}},
     INFINITY,
     0,
     SIZE_MAX},
    /* limits of a group above */
    {"4:memory:/job/step\n2:cpuacct,cpu:/job/step\n0::/\n",
     MOUNT1("/"),
     {{"sys/cpu/job/cpu.cfs_quota_us", "150000\n"},
      {"sys/cpu/job/cpu.cfs_period_us", "100000\n"},
      {"sys/cpu/job/cpu.stat", "nr_periods 9\nnr_throttled 7\n"},
      {"sys/cpu/job/step/cpu.cfs_quota_us", "-1\n"},
      {"sys/cpu/job/step/cpu.cfs_period_us", "100000\n"},
      {"sys/memory/job/memory.limit_in_bytes", "1000\n"},
      {"sys/memory/job/memory.usage_in_bytes", "700\n"},
      {"sys/memory/job/memory.stat", "cache 1\ntotal_inactive_file 50\n"}},
     1.5,
     7,
     350},
    /* version 2: the tightest of several limits */
    {"0::/a/b/c\n",
     MOUNT2("/"),
     {{"sys/fs/a/cpu.max", "50000 100000\n"},
      {"sys/fs/a/cpu.stat", "usage_usec 5\nnr_throttled 2\n"},
      {"sys/fs/a/b/cpu.max", "max 100000\n"},
      {"sys/fs/a/b/c/cpu.max", "300000 100000\n"},
      {"sys/fs/a/b/c/cpu.stat", "usage_usec 5\nnr_throttled 3\n"},
      {"sys/fs/a/b/memory.max", "5000\n"},
      {"sys/fs/a/b/memory.current", "6000\n"},
      {"sys/fs/a/b/c/memory.max", "max\n"}},
     0.5,
     5,
     0},
    /* a container sees its own group as the outermost */
    {"0::/docker/x\n",
     MOUNT2("/docker/x"),
     {{"sys/fs/cpu.max", "200000 100000\n"},
      {"sys/fs/memory.max", "300\n"},
      {"sys/fs/memory.current", "100\n"},
      {"sys/cpu.max", "1 100000\n"}}, /* belongs to no group */
     2,
     0,
     200},
    /* the group is not below what the container sees */
    {"0::/../y\n",
     MOUNT2("/docker/x"),
     {{"sys/fs/cpu.max", "200000 100000\n"}},
     2,
     0,
     SIZE_MAX},
};

UNIT_TEST(tightest_limits_of_all_groups)
{
    for (size_t i = 0; i < LENGTH(hosts); i++) {
        char top[64];

        snprintf(top, sizeof(top), "%s/%zu", root, i);
        file_write(top, "proc/self/cgroup", hosts[i].groups);
        file_write(top, "proc/self/mountinfo", hosts[i].mounts);
        for (size_t k = 0; k < 8 && hosts[i].files[k][0] != NULL; k++)
            file_write(top, hosts[i].files[k][0], hosts[i].files[k][1]);
        if (cgroup_quota(top) != hosts[i].quota ||
            cgroup_throttled(top) != hosts[i].throttled ||
            cgroup_memory(top) != hosts[i].memory)
            fail_msg("machine %zu: %g %ld %zu", i, cgroup_quota(top),
                     cgroup_throttled(top), cgroup_memory(top));
    }
}

UNIT_GROUP(sysfile)
{
    return UNIT_RUN(machine_make, machine_remove);
}
