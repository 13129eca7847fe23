/* mpich.c: algorithms of MPICH's collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* MPICH has an MPI_T variable for each collective,
 * MPIR_CVAR_NAME_INTRA_ALGORITHM, which every call reads. It is set before each
 * launch and reset after it, together with two others. DEVICE_COLLECTIVE must
 * be 0, or MPICH's device uses its own algorithm; for a device algorithm, its
 * call threshold must be 0 instead. The other variable makes a call fail if the
 * algorithm does not support it, where MPICH would silently use another
 * algorithm. MPI_T has no names for the values, but the variable's description
 * lists them in order: "auto - Internal ...
 *
 * binomial - Force ...". */
#include "adapters/library/variant.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "machine/tools.h"

/* ---- names in descriptions ----------------------------------------------- */

static bool is_letter(char c)
{
    return islower((unsigned char)c) || isdigit((unsigned char)c) || c == '_';
}

/* Finds the next "word - " at or after `at`. Returns the position after it, or
 * NULL. Sets *word and *length; *width is the length with the blanks after the
 * word. */
static const char *item_next(const char *text, const char *at,
                             const char **word, size_t *length, size_t *width)
{
    const char *end;

    while ((at = strstr(at, " - ")) != NULL) {
        for (end = at + 1; end > text && end[-1] == ' ';)
            end--;
        for (*word = end; *word > text && is_letter((*word)[-1]);)
            --*word;
        *length = (size_t)(end - *word);
        *width = (size_t)(at + 1 - *word);
        at += 3;
        if (*length > 0)
            return at;
    }
    return NULL;
}

/* Returns the width of names in the list, or 0 if unknown. In some versions the
 * list has no line ends, so that a text runs into the next name. But all names
 * except the first are padded to the same width, and a name is complete if no
 * letter precedes it. */
static size_t list_width(const char *text)
{
    const char *at = text, *word;
    size_t length, width;

    while ((at = item_next(text, at, &word, &length, &width)) != NULL)
        if (word > text && !isalpha((unsigned char)word[-1]) && word[-1] != ' ')
            return width;
    return 0;
}

char *mpich_name(const char *text, int id)
{
    const bool lines = strchr(text, '\n') != NULL;
    const size_t common = lines ? 0 : list_width(text);
    const char *at = text, *word = NULL;
    size_t length = 0, width = 0, extra;

    for (int i = 0; i <= id && at != NULL; i++)
        at = item_next(text, at, &word, &length, &width);
    extra = !lines && width > common ? width - common : 0;
    if (at == NULL || (!lines && common == 0) || length <= extra)
        return NULL;
    return xasprintf("%.*s", (int)(length - extra), word + extra);
}

int mpich_id(const char *text, const char *name)
{
    const char *at = text, *word;
    size_t length, width, n = strlen(name);

    for (int id = 0;; id++) {
        at = item_next(text, at, &word, &length, &width);
        if (at == NULL)
            return -1;
        if (length >= n && strncmp(word + length - n, name, n) == 0)
            return id;
    }
}

/* ---- variants ------------------------------------------------------------ */

/* Makes calls fail that the algorithm does not support. Not for `smp`, because
 * it calls the same collective within a node, with another algorithm. */
static int mpich_create(MPI_Comm comm, const void *params, void **state,
                        char **cause)
{
    int rc = library_create(comm, params, state, cause), error;
    struct library_state *s = *state;
    struct cvar c;

    if (rc != MPI_SUCCESS ||
        strcmp(s->values->algo->algo.name, "mpich/smp") == 0 ||
        !cvar_find(&c, "MPIR_CVAR_COLLECTIVE_FALLBACK"))
        return rc;
    error = mpich_id(c.help, "error");
    free(c.help);
    if (error < 0 || library_choose(s, c.index, error) != MPI_SUCCESS)
        return rc;
    s->proof = "the library was set to fail rather than use another algorithm "
               "(MPIR_CVAR_COLLECTIVE_FALLBACK=error)";
    return rc;
}

/* True if MPICH would end the program instead of returning an error: 4.0 has an
 * assertion in MPI_Reduce_scatter. */
static bool would_abort(const struct library_state *s, const struct op_args *a)
{
    bool able = (a->size & (a->size - 1)) == 0;

    for (int i = 1; i < a->send.n; i++)
        able = able && a->send.counts[i] == a->send.counts[0];
    return !able &&
           strcmp(s->values->algo->algo.name, "mpich/noncommutative") == 0;
}

static int mpich_open(void **state, struct op_args *args, char **cause)
{
    const struct library_state *s = *state;
    int rc, back;

    if (would_abort(s, args)) {
        *cause = xstrdup("this algorithm needs a number of ranks that is a "
                         "power of two, and equal counts");
        return MPI_ERR_UNSUPPORTED_OPERATION;
    }
    rc = library_set(s, s->chosen);
    if (rc == MPI_SUCCESS)
        rc = library_try(s, args, cause);
    back = library_set(s, s->before);
    return rc != MPI_SUCCESS ? rc : back;
}

/* ---- the list ------------------------------------------------------------ */

/* run() is NULL, so the operation's own call is measured. */
static const struct algo mpich = {
    .help = "of MPICH",
    .create = mpich_create,
    .life = {.open = mpich_open,
             .before = library_before,
             .after = library_after},
    .describe = library_describe,
    .destroy = library_destroy,
};

/* Finds the operation's variable MPIR_CVAR_NAME_SUFFIX. */
static bool variable_of(struct cvar *c, const struct op *op, const char *suffix)
{
    char *name = xasprintf("MPIR_CVAR_%s_%s", op->name, suffix);
    bool found;

    for (char *at = name; *at != '\0'; at++)
        *at = (char)toupper((unsigned char)*at);
    found = cvar_find(c, name);
    free(name);
    return found;
}

static void mpich_add(struct library *l, const struct library_kind *kind,
                      const struct op *op)
{
    struct cvar c, device = {.index = -1}, calls = {.index = -1};
    char *name;

    if (!variable_of(&c, op, "INTRA_ALGORITHM"))
        return;
    if (variable_of(&device, op, "DEVICE_COLLECTIVE"))
        free(device.help);
    for (int id = 1; (name = mpich_name(c.help, id)) != NULL; id++) {
        library_add(l, &mpich, kind, op, name, id, c.index)->zero =
            device.index;
        free(name);
    }
    free(c.help);
    /* the device's algorithm, in a node's shared memory */
    if (!variable_of(&c, op, "POSIX_INTRA_ALGORITHM"))
        return;
    if (cvar_find(&calls, "MPIR_CVAR_POSIX_NUM_COLLS_THRESHOLD"))
        free(calls.help);
    if (mpich_id(c.help, "release_gather") >= 0)
        library_add(l, &mpich, kind, op, "posix/release_gather",
                    mpich_id(c.help, "release_gather"), c.index)
            ->zero = calls.index;
    free(c.help);
}

const struct library_kind library_mpich = {
    .prefix = "mpich",
    .add = mpich_add,
};
