/* environment.c: settings of MPI libraries in the environment. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/environment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"

/* How names of settings begin. */
static const char *const settings[] = {
    "OMPI_", "MPIR_", "MPICH_", "UCX_", "FI_", "PMIX_MCA_", "LD_PRELOAD", NULL,
};

/* How names begin that launchers set: who and where a rank is, the ports of its
 * daemon, and what they were told of placement, which `binding` shows; and
 * permissions, which change no figure. */
static const char *const not_settings[] = {
    "OMPI_ALLOW_RUN_AS_ROOT",
    "OMPI_APP_CTX_",
    "OMPI_ARGV",
    "OMPI_COMMAND",
    "OMPI_COMM_WORLD_",
    "OMPI_FILE_LOCATION",
    "OMPI_FIRST_RANKS",
    "OMPI_MCA_PREFIXES",
    "OMPI_MCA_ess",
    "OMPI_MCA_hwloc_base_binding_policy",
    "OMPI_MCA_initial_wdir",
    "OMPI_MCA_mpi_oversubscribe",
    "OMPI_MCA_orte_",
    "OMPI_MCA_plm",
    "OMPI_MCA_pmix",
    "OMPI_MCA_rmaps_base_",
    "OMPI_MCA_shmem_RUNTIME_",
    "OMPI_NUM_APP_CTX",
    "OMPI_UNIVERSE_SIZE",
    "OMPI_VERSION",
    "OMPI_WORLD_",
    "PMIX_MCA_mca_base_component_show_load_errors",
    "MPICH_INTERFACE_HOSTNAME",
    "MPIR_CVAR_CH3_INTERFACE_HOSTNAME",
    NULL,
};

static bool begins(const char *name, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strncmp(name, *list, strlen(*list)) == 0)
            return true;
    return false;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

json_t *environment_settings(char *const *variables)
{
    json_t *found = json_object();
    char **sorted = NULL;
    size_t n = 0;

    for (; *variables != NULL; variables++)
        if (strchr(*variables, '=') != NULL && begins(*variables, settings) &&
            !begins(*variables, not_settings)) {
            sorted = xreallocarray(sorted, n + 1, sizeof(*sorted));
            sorted[n++] = *variables;
        }
    if (n > 0)
        qsort(sorted, n, sizeof(*sorted), by_name);
    for (size_t i = 0; i < n; i++) {
        const char *value = strchr(sorted[i], '=');
        char *line = xasprintf("%.*s", (int)(value - sorted[i]), sorted[i]);
        json_t *name = json_text(line); /* UTF-8, whatever it was */

        json_object_set_new(found, json_string_value(name),
                            json_text(value + 1));
        json_decref(name);
        free(line);
    }
    free(sorted);
    return found;
}
