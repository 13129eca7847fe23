/* test_cgroup.c: quotas and limits of groups, from files of imaginary
 * machines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "machine/cgroup.h"

/* Writes a file, and makes the folders it is in. */
static void file_write(const char *root, const char *name, const char *text)
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
    fputs(text, f);
    fclose(f);
    free(path);
}

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
} machines[] = {
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
    for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
        char root[] = "/tmp/test_cgroup.XXXXXX", command[64];

        assert_non_null(mkdtemp(root));
        file_write(root, "proc/self/cgroup", machines[i].groups);
        file_write(root, "proc/self/mountinfo", machines[i].mounts);
        for (size_t k = 0; k < 8 && machines[i].files[k][0] != NULL; k++)
            file_write(root, machines[i].files[k][0], machines[i].files[k][1]);
        if (cgroup_quota(root) != machines[i].quota ||
            cgroup_throttled(root) != machines[i].throttled ||
            cgroup_memory(root) != machines[i].memory)
            fail_msg("machine %zu: %g %ld %zu", i, cgroup_quota(root),
                     cgroup_throttled(root), cgroup_memory(root));
        snprintf(command, sizeof(command), "rm -r %s", root);
        assert_int_equal(system(command), 0);
    }
}
