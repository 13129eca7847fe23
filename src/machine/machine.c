/* machine.c: describes the machine, its MPI library, the program and its
 * environment for the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/machine.h"

#include <hwloc.h>
#include <link.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "machine/sysfile.h"
#include "mpi/simulated.h"
#include "timers/timer.h"

static void machine_text(json_t *machine, const char *key, const char *text)
{
    json_object_set_new(machine, key, json_text(text));
}

/* Cuts the text at the first newline: some libraries report many lines. */
void machine_library(char *text)
{
    int length;

    if (MPI_Get_library_version(text, &length) != MPI_SUCCESS)
        text[0] = '\0';
    for (char *s = text; *s != '\0'; s++)
        if (*s == '\t')
            *s = ' ';
    text[strcspn(text, "\n")] = '\0';
}

static void machine_mpi(json_t *machine)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int version, subversion;

    machine_library(text);
    if (text[0] != '\0')
        machine_text(machine, "mpi", text);
    if (MPI_Get_version(&version, &subversion) == MPI_SUCCESS)
        json_object_set_new(machine, "mpi_standard",
                            json_sprintf("%d.%d", version, subversion));
}

static void topology_counts(json_t *machine, hwloc_topology_t t)
{
    static const struct {
        const char *name;
        hwloc_obj_type_t type;
    } counts[] = {
        {"cores", HWLOC_OBJ_CORE},
        {"threads", HWLOC_OBJ_PU},
        {"sockets", HWLOC_OBJ_PACKAGE},
        {"numa_nodes", HWLOC_OBJ_NUMANODE},
    };

    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        int n = hwloc_get_nbobjs_by_type(t, counts[i].type);

        if (n > 0)
            json_object_set_new(machine, counts[i].name, json_integer(n));
    }
}

static void topology_caches(json_t *machine, hwloc_topology_t t)
{
    static const char *const names[] = {"L1d", "L2", "L3", "L4"};
    json_t *caches = json_object();

    for (int i = 0; i < 4; i++) {
        hwloc_obj_t cache = hwloc_get_obj_by_type(t, HWLOC_OBJ_L1CACHE + i, 0);

        if (cache != NULL && cache->attr->cache.size > 0)
            json_object_set_new(
                caches, names[i],
                json_integer((json_int_t)cache->attr->cache.size));
    }
    json_object_set_new(machine, "caches", caches);
}

static void topology_model(json_t *machine, hwloc_topology_t t)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(t, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package != NULL
                            ? hwloc_obj_get_info_by_name(package, "CPUModel")
                            : NULL;

    if (model != NULL)
        machine_text(machine, "cpu", model);
}

/* Adds cpu, cores, threads, sockets, numa_nodes and caches, where known. */
static void machine_topology(json_t *machine)
{
    hwloc_topology_t t;

    if (hwloc_topology_init(&t) != 0)
        return;
    if (hwloc_topology_load(t) == 0) {
        topology_model(machine, t);
        topology_counts(machine, t);
        topology_caches(machine, t);
    }
    hwloc_topology_destroy(t);
}

/* Describes the machine that the ranks run on. */
static void machine_host(json_t *machine)
{
    struct utsname u;
    char line[128];

    machine_topology(machine);
    if (uname(&u) == 0) {
        machine_text(machine, "kernel", u.release);
        machine_text(machine, "arch", u.machine);
    }
    if (sysfile_line(line, sizeof(line),
                     "/sys/devices/system/clocksource/clocksource0/"
                     "current_clocksource") == 0)
        machine_text(machine, "clocksource", strtok(line, " "));
}

json_t *machine_describe(void)
{
    json_t *machine = json_object();

    if (!time_is_simulated())
        machine_host(machine);
    machine_mpi(machine);
    return machine;
}

/* Names and values of ELF notes are padded to multiples of 4 bytes. */
static size_t padded(size_t n)
{
    return (n + 3) / 4 * 4;
}

static char *hex(const unsigned char *bytes, size_t n)
{
    char *text = xcalloc(2 * n + 1, 1);

    for (size_t i = 0; i < n; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    return text;
}

char *program_build(const void *notes, size_t length)
{
    static const char owner[] = "GNU";
    const unsigned char *at = notes, *end = at + length;
    ElfW(Nhdr) note;

    while ((size_t)(end - at) >= sizeof(note)) {
        const unsigned char *name = at + sizeof(note), *value;

        memcpy(&note, at, sizeof(note));
        if (padded(note.n_namesz) + padded(note.n_descsz) >
            (size_t)(end - name))
            break;
        value = name + padded(note.n_namesz);
        if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof(owner) &&
            memcmp(name, owner, sizeof(owner)) == 0)
            return hex(value, note.n_descsz);
        at = value + padded(note.n_descsz);
    }
    return NULL;
}

/* The first call is for the program itself; returning 1 ends the iteration. */
static int build_find(struct dl_phdr_info *info, size_t size, void *build)
{
    char **text = build;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum && *text == NULL; i++)
        if (info->dlpi_phdr[i].p_type == PT_NOTE)
            *text = program_build(
                (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr),
                info->dlpi_phdr[i].p_memsz);
    return 1;
}

json_t *program_describe(void)
{
    json_t *program = json_pack("{s:n, s:n, s:n}", "build", "size", "time");
    char *build = NULL;
    struct stat st;

    dl_iterate_phdr(build_find, &build);
    json_object_set_new(program, "build", json_text(build));
    free(build);
    if (stat("/proc/self/exe", &st) == 0) {
        json_object_set_new(program, "size", json_integer(st.st_size));
        json_object_set_new(program, "time", json_integer(st.st_mtime));
    }
    return program;
}

/* Prefixes of variables that configure something. */
static const char *const settings[] = {
    "OMPI_", "MPIR_", "MPICH_", "UCX_", "FI_", "PMIX_MCA_", "LD_PRELOAD", NULL,
};

/* Prefixes of variables that launchers set: rank and location of a process,
 * ports of the launcher's daemon, options for placement (the record has these
 * as `binding`), and permissions, which affect no result. */
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
            !begins(*variables, not_settings))
            XAPPEND(sorted, n, *variables);
    if (n > 0)
        qsort(sorted, n, sizeof(*sorted), by_name);
    for (size_t i = 0; i < n; i++) {
        const char *value = strchr(sorted[i], '=');
        char *line = xasprintf("%.*s", (int)(value - sorted[i]), sorted[i]);
        json_t *name = json_text(line); /* as valid UTF-8 */

        json_object_set_new(found, json_string_value(name),
                            json_text(value + 1));
        json_decref(name);
        free(line);
    }
    free(sorted);
    return found;
}
