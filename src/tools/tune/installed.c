/* installed.c: finds the library of this mpiperf-tune, also in a build folder
 * or a moved installation. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/tune.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/names.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/program_path.h"

/* Returns LIBDIR, malloced. If this program is not in BINDIR, the installation
 * was moved: /new/bin instead of /usr/bin means /new/lib instead of
 * /usr/lib. */
static char *moved_libdir(const char *own)
{
    static const char bin[] = BINDIR, lib[] = LIBDIR;
    size_t last = 0; /* end of the common folders of both paths */

    for (size_t i = 0; bin[i] != '\0' && bin[i] == lib[i]; i++)
        last = bin[i] == '/' ? i : last;
    if (!has_suffix(own, bin + last))
        return xstrdup(lib);
    return xasprintf("%.*s%s", (int)(strlen(own) - strlen(bin + last)), own,
                     lib + last);
}

char *front_path(char **cause)
{
    char own[PATH_MAX], *folder[3], *found = NULL;

    own_folder(own);
    folder[0] = xasprintf("%s/.libs", own); /* for a build folder */
    folder[1] = moved_libdir(own);
    folder[2] = xstrdup(LIBDIR);
    for (size_t i = 0; i < 3; i++) {
        char *path = xasprintf("%s/libmpiperf-tuned.so", folder[i]);

        if (found == NULL && access(path, R_OK) == 0)
            found = path;
        else
            free(path);
    }
    if (found == NULL)
        *cause = xasprintf("libmpiperf-tuned.so, which carries out a profile, "
                           "is not in %s: please install it",
                           SHOWN_FILE(folder[1]));
    for (size_t i = 0; i < 3; i++)
        free(folder[i]);
    return found;
}
