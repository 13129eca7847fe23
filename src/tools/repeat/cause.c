/* cause.c: finds out why a run failed, from its exit status and its output. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/repeat/repeat.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/quote.h"

enum { MESSAGE_SIZE = 400 };

/* True for a line that may be an error message. Lines that begin with # are the
 * head of a table, or progress. */
static bool has_words(const char *line)
{
    bool letters = false;

    for (const char *c = line; *c != '\0'; c++)
        letters |= isalpha((unsigned char)*c) != 0;
    return letters && *line != '#';
}

/* Appends a further line of srun, whose last line has advice. */
static void add_advice(char message[MESSAGE_SIZE], const char *line)
{
    static const char srun[] = "srun: ";
    size_t used = strlen(message), n = strlen(srun);

    if (strncmp(message, srun, n) == 0 && strncmp(line, srun, n) == 0)
        snprintf(message + used, MESSAGE_SIZE - used, "; %s", line + n);
}

/* Returns the message of a failed run: mpiperf's line, else the first line with
 * words, plus all lines of srun. Unless the run ended `by_itself`, returns only
 * mpiperf's line, since the launcher may report that we killed it. Ignores
 * mpiperf's line "interrupted", since we interrupted it. */
static char *message_of(const char *file, bool by_itself)
{
    char line[MESSAGE_SIZE], first[MESSAGE_SIZE] = "";
    FILE *f = fopen(file, "r");
    bool begins = true; /* at the beginning of a line */

    while (f != NULL && fgets(line, sizeof(line), f) != NULL) {
        size_t n = strcspn(line, "\n");
        bool own = begins && strncmp(line, "mpiperf: ", 9) == 0 &&
                   strncmp(line, "mpiperf: interrupted: ", 22) != 0;
        bool words = by_itself && begins && *first == '\0' && has_words(line);

        begins = line[n] == '\n';
        line[n] = '\0';
        if (own || words)
            memcpy(first, line, sizeof(first));
        else if (by_itself)
            add_advice(first, line);
        if (own)
            break;
    }
    if (f != NULL)
        fclose(f);
    return xasprintf("%s%s", *first != '\0' ? ": " : "", SHOWN_FILE(first));
}

bool command_names(const struct command *c, const char *text)
{
    for (size_t i = 0; i < c->n; i++)
        if (strstr(c->word[i], text) != NULL)
            return true;
    return false;
}

char *preload_missing(const struct command *c, const char *messages)
{
    static const char begin[] = "ld.so: object '",
                      end[] = "' from LD_PRELOAD "
                              "cannot be preloaded (cannot open";
    FILE *f = fopen(messages, "r");
    char *line = NULL, *found = NULL;
    size_t size = 0;

    while (f != NULL && found == NULL && getline(&line, &size, f) > 0) {
        char *at = strstr(line, begin);
        char *after = at != NULL ? strstr(at, end) : NULL;

        if (after == NULL)
            continue;
        *after = '\0';
        if (command_names(c, at + strlen(begin)))
            found = xasprintf("LD_PRELOAD: %s is not there",
                              SHOWN_FILE(at + strlen(begin)));
    }
    free(line);
    if (f != NULL)
        fclose(f);
    return found;
}

/* True if the command line does not start mpiperf: the program wrote no file of
 * records, and refused or misunderstood our options. */
static bool was_other(const struct start *start, const char *said,
                      const char *records_file)
{
    return start->end == START_EXITED && access(records_file, F_OK) != 0 &&
           (start->status == 0 || strstr(said, " option ") != NULL) &&
           strstr(said, "mpiperf: ") == NULL;
}

char *start_ended(const struct start *start, double limit, const char *said)
{
    if (start->end == START_FAILED)
        return xasprintf("cannot start it: %s%s", strerror(start->status),
                         said);
    if (start->end == START_TIMED_OUT)
        return xasprintf("not done within %g s%s", limit, said);
    if (start->status == 0)
        return xasprintf("no complete records%s", said);
    return xasprintf("exit status %d%s", start->status, said);
}

char *start_cause(const struct start *start, double limit, const char *messages,
                  const char *records_file)
{
    char *said = message_of(messages, start->end != START_TIMED_OUT);
    char *cause = start_ended(start, limit, said);
    bool other = was_other(start, said, records_file);

    free(said);
    if (!other)
        return cause;
    said = cause;
    cause = xasprintf("%s (the command line must end with mpiperf and its "
                      "options; --time takes any command)",
                      said);
    free(said);
    return cause;
}
