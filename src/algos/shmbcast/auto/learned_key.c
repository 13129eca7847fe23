/* learned_key.c: what was learned holds for this machine and these ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "learned_key.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

/* Bytes of a processor's vendor, and of its model. */
enum { NAME_SIZE = 96 };

/* Longer descriptions of CPUs stand for themselves by a number. */
enum { CPUS_MOST = 255 };

/* The value of a line "NAME : VALUE", if it has that name. */
static void value_take(const char *line, const char *name, char *value,
                       size_t size)
{
    size_t n = strlen(name);

    if (strncmp(line, name, n) != 0)
        return;
    line += n;
    line += strspn(line, " \t");
    if (*line != ':')
        return;
    line++;
    line += strspn(line, " \t");
    snprintf(value, size, "%.*s", (int)strcspn(line, "\n"), line);
}

void sb_processor_read(FILE *cpuinfo, char *name, size_t size)
{
    char vendor[NAME_SIZE] = "", model[NAME_SIZE] = "", *line = NULL;
    size_t room = 0;

    /* an empty line ends the first processor */
    while (cpuinfo != NULL && getline(&line, &room, cpuinfo) > 1) {
        value_take(line, "vendor_id", vendor, sizeof(vendor));
        value_take(line, "model name", model, sizeof(model));
    }
    free(line);
    snprintf(name, size, "%s%s%s", model[0] != '\0' ? vendor : "",
             vendor[0] != '\0' && model[0] != '\0' ? " " : "", model);
}

/* /proc/cpuinfo names processors of x86; others are known by their family. */
static void processor_here(const struct utsname *system, char *name,
                           size_t size)
{
    FILE *cpuinfo = fopen("/proc/cpuinfo", "re");

    sb_processor_read(cpuinfo, name, size);
    if (cpuinfo != NULL)
        fclose(cpuinfo);
    if (name[0] == '\0')
        snprintf(name, size, "%s", system->machine);
}

/* FNV-1a. */
static uint64_t number_of(const char *text)
{
    uint64_t number = 0xcbf29ce484222325;

    for (; *text != '\0'; text++)
        number = (number ^ (unsigned char)*text) * 0x100000001b3;
    return number;
}

static void cpus_print(const char *cpus, char *text, size_t size)
{
    if (strlen(cpus) <= CPUS_MOST)
        snprintf(text, size, "%s", cpus);
    else
        snprintf(text, size, "#%016" PRIx64, number_of(cpus));
}

char *sb_learned_key(const struct sb_learned_ranks *ranks)
{
    char processor[2 * NAME_SIZE], cpus[CPUS_MOST + 1], *key;
    struct utsname system;

    if (uname(&system) != 0)
        system = (struct utsname){.release = "unknown", .machine = "unknown"};
    processor_here(&system, processor, sizeof(processor));
    cpus_print(ranks->cpus, cpus, sizeof(cpus));
    if (asprintf(&key,
                 SB_KEY_BEGIN SB_KEY_VERSION
                 ", %s, kernel %s, ranks %d, rank %d, cpus %s, ring %zu, "
                 "group %d]",
                 processor, system.release, ranks->size, ranks->rank, cpus,
                 ranks->ring, ranks->group) < 0)
        return NULL;
    for (char *c = key; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return key;
}
