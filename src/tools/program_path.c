/* program_path.c: finds programs in the folder of this program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/program_path.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/xmalloc.h"

void own_folder(char own[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", own, PATH_MAX - 1);

    own[n > 0 ? n : 0] = '\0';
    own[n > 0 ? strrchr(own, '/') - own : 0] = '\0';
}

char *program_path(const char *program)
{
    char own[PATH_MAX], *path;

    own_folder(own);
    path = xasprintf("%s/%s", own, program);
    if (access(path, X_OK) == 0)
        return path;
    free(path);
    return xstrdup(program);
}
