/* sysfile.c: one-line files of the kernel's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/sysfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sysfile_line(const char *path, char *buf, size_t size)
{
    FILE *f = fopen(path, "re");
    char *line;

    if (f == NULL)
        return -1;
    line = fgets(buf, (int)size, f);
    fclose(f);
    if (line == NULL)
        return -1;
    buf[strcspn(buf, "\n")] = '\0';
    return 0;
}

long sysfile_number(const char *path)
{
    char line[64], *end;
    long number;

    if (sysfile_line(path, line, sizeof(line)) != 0)
        return -1;
    number = strtol(line, &end, 10);
    return end == line ? -1 : number;
}
