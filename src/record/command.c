/* command.c: command lines of mpiperf in records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/command.h"

#include <stdbool.h>
#include <string.h>
#include "lib/names.h"

/* Returns how many words the output option has; 0 if it is not one. */
static size_t is_output(const char *word)
{
    if (strcmp(word, "-o") == 0 || names_option(word, "--output", 4))
        return strchr(word, '=') == NULL ? 2 : 1;
    return strncmp(word, "-o", 2) == 0 || names_option(word, "--resume", 5) ||
           names_option(word, "--append", 4) ||
           names_option(word, "--overwrite", 4);
}

static bool is_mpiperf(const char *program)
{
    return strcmp(basename(program), "mpiperf") == 0;
}

size_t words_drop_outputs(const char **word, size_t n)
{
    bool ours = false;
    size_t kept = 0;

    for (size_t i = 0; i < n;) {
        size_t output = ours ? is_output(word[i]) : 0;

        ours |= is_mpiperf(word[i]);
        if (output == 0)
            word[kept++] = word[i++];
        else
            i += output;
    }
    return kept;
}
