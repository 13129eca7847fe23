/* machine.c: the machine and its MPI library, for the record. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/machine.h"

#include <mpi.h>
#include <string.h>
#include <sys/utsname.h>
#include "lib/json.h"
#include "mpiperf/machine/sysfile.h"
#include "timers/timer.h"

static void machine_text(json_t *machine, const char *key, const char *text)
{
    json_object_set_new(machine, key, json_text(text));
}

static void machine_file(json_t *machine, const char *key, const char *path)
{
    char line[128];

    if (sysfile_line(path, line, sizeof(line)) != 0)
        return;
    line[strcspn(line, " ")] = '\0';
    machine_text(machine, key, line);
}

/* What it says may be a screenful. */
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

/* The machine that the ranks run on. */
static void machine_host(json_t *machine)
{
    struct utsname u;

    machine_topology(machine);
    if (uname(&u) == 0) {
        machine_text(machine, "kernel", u.release);
        machine_text(machine, "arch", u.machine);
    }
    machine_file(machine, "clocksource",
                 "/sys/devices/system/clocksource/clocksource0/"
                 "current_clocksource");
    machine_file(machine, "governor",
                 "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
}

json_t *machine_describe(void)
{
    json_t *machine = json_object();

    if (!time_is_simulated())
        machine_host(machine);
    machine_mpi(machine);
    return machine;
}
