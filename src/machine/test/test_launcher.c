/* test_launcher.c: environments set by launchers of this and other MPIs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "machine/launcher.h"

static const char *const names[] = {
    "OMPI_COMM_WORLD_SIZE",
    "PMI_SIZE",
    "SLURM_STEP_NUM_TASKS",
    "PMIX_RANK",
    "PMI_RANK",
    "SLURM_NTASKS",
};

/* Replaces the environment by "NAME=VALUE NAME=VALUE". */
static void set_environment(const char *variables)
{
    char *copy = xstrdup(variables), *rest = copy, *variable;

    for (size_t i = 0; i < LENGTH(names); i++)
        unsetenv(names[i]);
    while ((variable = strsep(&rest, " ")) != NULL) {
        char *name = strsep(&variable, "=");

        if (variable != NULL)
            setenv(name, variable, 1);
    }
    free(copy);
}

UNIT_TEST(test_launchers)
{
    static const struct {
        const char *environment;
        int world;
        const char *says; /* part of the error message; NULL if accepted */
    } cases[] = {
        {"", 1, NULL},
        /* ranks started by the launcher of this MPI library */
        {"PMI_SIZE=2 PMI_RANK=1", 2, NULL},
        {"OMPI_COMM_WORLD_SIZE=16 PMIX_RANK=3", 16, NULL},
        {"SLURM_STEP_NUM_TASKS=4 PMIX_RANK=1", 4, NULL},
        {"PMI_SIZE=1 PMI_RANK=0", 1, NULL},
        {"OMPI_COMM_WORLD_SIZE=1 PMIX_RANK=0", 1, NULL},
        /* ranks started by the launcher of another library */
        {"PMI_SIZE=2 PMI_RANK=0", 1, "PMI_SIZE=2"},
        {"OMPI_COMM_WORLD_SIZE=3 PMIX_RANK=0", 1, "OMPI_COMM_WORLD_SIZE=3"},
        {"SLURM_STEP_NUM_TASKS=4", 1, "SLURM_STEP_NUM_TASKS=4"},
        {"PMIX_RANK=1", 1, "PMIX_RANK=1"},
        {"PMIX_RANK=0", 1, NULL},
        /* a batch script, without a launcher */
        {"SLURM_NTASKS=64", 1, NULL},
        /* one rank inside another launcher's job, also below its daemons */
        {"OMPI_COMM_WORLD_SIZE=8 PMIX_RANK=5 PMI_SIZE=1", 1, NULL},
        {"SLURM_STEP_NUM_TASKS=4 OMPI_COMM_WORLD_SIZE=1 PMIX_RANK=0", 1, NULL},
        /* values that no launcher sets */
        {"PMI_SIZE=", 1, NULL},
        {"PMI_SIZE=many", 1, NULL},
        {"PMI_SIZE=-2", 1, NULL},
        {"PMI_SIZE=99999999999999999999", 1, NULL},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *cause;

        set_environment(cases[i].environment);
        cause = launcher_refuse(cases[i].world, "MPI of ours 1.2, built by");
        if ((cause == NULL) != (cases[i].says == NULL))
            fail_msg("%s: %s", cases[i].environment, cause);
        if (cause != NULL) {
            assert_non_null(strstr(cause, cases[i].says));
            assert_non_null(strstr(cause, "for, MPI of ours 1.2, or unset"));
        }
        free(cause);
    }
}
