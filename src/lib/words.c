/* words.c: a command line, in one line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/words.h"

#include <stdbool.h>
#include <string.h>
#include "lib/quote.h"

/* Returns how long it became. */
static int word_print(FILE *f, const char *s)
{
    static const char bare[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789%+,-./:=@_";
    const char *shown = SHOWN_FILE(s);
    int escaped = strcmp(shown, s) != 0, n;

    if (*s != '\0' && s[strspn(s, bare)] == '\0')
        return fprintf(f, "%s", shown);
    n = fprintf(f, "%s'", escaped ? "$" : "");
    for (; *shown != '\0'; shown++)
        if (*shown == '\'')
            n += fprintf(f, "%s", escaped ? "\\'" : "'\\''");
        else
            n += putc(*shown, f) != EOF;
    return n + fprintf(f, "'");
}

void words_print(FILE *f, const char *const *word, size_t n)
{
    for (size_t i = 0, length = 0; i < n; i++) {
        if (length > QUOTE_LINE) {
            fputs(" ...", f);
            return;
        }
        length += (size_t)fprintf(f, "%s", i > 0 ? " " : "");
        length += (size_t)word_print(f, word[i]);
    }
}

/* How many words an output takes; 0: it is none. */
static size_t is_output(const char *word)
{
    if (strcmp(word, "-o") == 0 || strcmp(word, "--output") == 0)
        return 2;
    return strncmp(word, "-o", 2) == 0 || strncmp(word, "--output=", 9) == 0 ||
           strcmp(word, "--resume") == 0 || strcmp(word, "--append") == 0 ||
           strcmp(word, "--overwrite") == 0;
}

static bool is_mpiperf(const char *program)
{
    const char *slash = strrchr(program, '/');

    return strcmp(slash != NULL ? slash + 1 : program, "mpiperf") == 0;
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
