/* test_environment.c: which environment variables count as settings; reading
 * the build id. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/json.h"
#include "lib/test/unit.h"
#include "machine/machine.h"

static void check(char *const *variables, const char *expected)
{
    json_t *found = environment_settings(variables);
    char *text = json_line(found, JSON_COMPACT);

    assert_string_equal(text, expected);
    free(text);
    json_decref(found);
}

UNIT_TEST(test_settings)
{
    check((char *[]){NULL}, "{}");
    check((char *[]){"PATH=/bin", "UCX_TLS=sm,self", "OMPI_MCA_coll=tuned",
                     "LD_PRELOAD=", "broken", "MPIR_CVAR_A=1=2", "FI_X=y",
                     "MPICH_Z=0", "PMIX_MCA_gds=hash", "PMIX_RANK=0", NULL},
          "{\"FI_X\":\"y\",\"LD_PRELOAD\":\"\",\"MPICH_Z\":\"0\","
          "\"MPIR_CVAR_A\":\"1=2\",\"OMPI_MCA_coll\":\"tuned\","
          "\"PMIX_MCA_gds\":\"hash\",\"UCX_TLS\":\"sm,self\"}");
    check((char *[]){"LD_PRELOAD=\xff", NULL}, "{\"LD_PRELOAD\":\"?\"}");
}

/* Variables that mpiexec of Open MPI 4 and 5 and of MPICH 4 sets, also with
 * options that bind ranks. */
UNIT_TEST(test_launchers)
{
    check((char *[]){"OMPI_COMM_WORLD_RANK=0",
                     "OMPI_FILE_LOCATION=/tmp/ompi.node.0/pid.12318/0/0",
                     "OMPI_MCA_ess_base_jobid=1558183937",
                     "OMPI_MCA_orte_hnp_uri=1558183936.0;tcp://10.0.0.1:55601",
                     "OMPI_MCA_pmix=^s1,s2,cray,isolated", "PMIX_ID=1.0",
                     "OMPI_MCA_hwloc_base_binding_policy=core",
                     "OMPI_MCA_rmaps_base_mapping_policy=core",
                     "OMPI_MCA_PREFIXES=coll,pml", "OMPI_VERSION=5.0.3",
                     "PMI_FD=7", "HYDI_CONTROL_FD=8",
                     "MPICH_INTERFACE_HOSTNAME=node",
                     "MPIR_CVAR_CH3_INTERFACE_HOSTNAME=node", NULL},
          "{}");
}

/* A build id is found after another note whose name and value are padded; none
 * is found in truncated notes. */
UNIT_TEST(test_build)
{
    static const uint32_t notes[] = {
        2,          1,    1, 'X',
        7, /* "X" */
        4,          5,    3, 'G' | 'N' << 8 | 'U' << 16,
        0xefcdab01, 0x23, /* "GNU" */
    };
    char *build = program_build(notes, sizeof(notes));
    json_t *program = program_describe();

    assert_string_equal(build, "01abcdef23");
    free(build);
    assert_null(program_build(notes, 5 * sizeof(*notes)));
    assert_null(program_build(notes, sizeof(notes) - 4));
    assert_true(json_integer_value(json_object_get(program, "size")) > 0);
    json_decref(program);
}

UNIT_GROUP(environment)
{
    json_setup();
    return UNIT_RUN(NULL, NULL);
}
