/* test_kernel.c: governors and CPU times of made-up machines. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "mpiperf/check/kernel.h"

static char root[] = "/tmp/test_kernel.XXXXXX";

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

/* CPU 4 has no governor. */
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
    return 0;
}

static int machine_remove(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof(command), "rm -r %s", root);
    return system(command);
}

static void one_other_governor_is_told(void **state)
{
    static const struct {
        const char *cpus, *name;
    } cases[] = {
        {"0-1", "performance"}, {"0-3", "schedutil"},
        {"1,3", "powersave"},   {"4", ""},
        {"0,4", "performance"},
    };
    struct cpumask cpus;
    char name[32];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        cpus = (struct cpumask){0};
        assert_int_equal(cpumask_parse(&cpus, cases[i].cpus), 0);
        kernel_governor(name, sizeof(name), root, &cpus);
        assert_string_equal(name, cases[i].name);
    }
}

static void idle_time_is_not_busy(void **state)
{
    double tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    char path[128];

    (void)state;
    snprintf(path, sizeof(path), "%s/stat", root);
    assert_true(isnan(kernel_busy(path)));
    file_write("stat", "cpu  100 20 3 99999 88888 400 50 6 70 8\ncpu0 1 1 1");
    assert_true(fabs(kernel_busy(path) - 579 * tick) < 1e-9);
    file_write("stat", "cpu  100 20");
    assert_true(isnan(kernel_busy(path)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_other_governor_is_told),
        cmocka_unit_test(idle_time_is_not_busy),
    };

    return cmocka_run_group_tests(tests, machine_make, machine_remove);
}
