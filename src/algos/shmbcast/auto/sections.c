/* sections.c: the text of a file of what was learned, in sections. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "sections.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "learned_key.h"
#include "section.h"

static const char HEAD[] =
    "# shmbcast_auto: what roots have learned; written by itself\n";

/* The lines of a section, its key before them. */
struct section {
    const char *text, *end;
    int line; /* number of the key's line */
};

struct sections {
    int n;
    struct section at[SB_SECTIONS_MAX];
};

static int refuse(int line, const char *wrong, const char **why)
{
    static _Thread_local char said[128];

    snprintf(said, sizeof(said), "line %d: %s", line, wrong);
    *why = said;
    return -EINVAL;
}

static int no_memory(const char **why)
{
    *why = strerror(ENOMEM);
    return -ENOMEM;
}

/* ---- text into sections ------------------------------------------------- */

/* A key of any format: its number follows the beginning. */
static bool is_key(const char *line, const char *end)
{
    size_t begin = strlen(SB_KEY_BEGIN), digits;

    if (strncmp(line, SB_KEY_BEGIN, begin) != 0)
        return false;
    digits = strspn(line + begin, "0123456789");
    return digits > 0 && line[begin + digits] == ',' && end[-1] == ']';
}

/* Is it of the format that we know? */
static bool is_ours(const struct section *s)
{
    static const char key[] = SB_KEY_BEGIN SB_KEY_VERSION ",";

    return strncmp(s->text, key, strlen(key)) == 0;
}

static bool has_key(const struct section *s, const char *key)
{
    size_t n = strlen(key);

    return strncmp(s->text, key, n) == 0 && s->text[n] == '\n';
}

/* Behind the key. */
static const char *lines_of(const struct section *s)
{
    return strchr(s->text, '\n') + 1;
}

/* Adds a line, which ends at [end]. NULL, or what is wrong with it. */
static const char *line_add(struct sections *s, const char *line,
                            const char *end, int number)
{
    if (*end != '\n')
        return "it does not end";
    if (end - line > SB_LINE_MAX)
        return "longer than 2048 bytes";
    if (line[0] == '[') {
        if (!is_key(line, end))
            return "not a section of shmbcast_auto";
        if (s->n == SB_SECTIONS_MAX)
            return "more than 256 sections";
        s->at[s->n++] = (struct section){.text = line, .line = number};
    }
    if (s->n == 0)
        return "not in a section";
    s->at[s->n - 1].end = end + 1;
    return NULL;
}

static int split(const char *text, struct sections *s, const char **why)
{
    const char *end;

    s->n = 0;
    if (text[0] == '\0')
        return 0;
    if (strncmp(text, HEAD, strlen(HEAD)) != 0)
        return refuse(1, "not a file of what shmbcast_auto has learned", why);
    text += strlen(HEAD);
    for (int line = 2; text[0] != '\0'; line++, text = end + 1) {
        const char *wrong;

        end = text + strcspn(text, "\n");
        wrong = line_add(s, text, end, line);
        if (wrong != NULL)
            return refuse(line, wrong, why);
    }
    return 0;
}

/* ---- sections ----------------------------------------------------------- */

static int section_get(const struct section *s, struct sb_learned *l,
                       const char **why)
{
    int line = s->line + 1, rc;
    const char *wrong;

    memset(l, 0, sizeof(*l));
    rc = sb_section_read(lines_of(s), s->end, l, &line, &wrong);
    if (rc == 0)
        return 0;
    sb_learned_free(l);
    return rc == -ENOMEM ? no_memory(why) : refuse(line, wrong, why);
}

/* All sections that we know can be read. */
static int check(const struct sections *s, const char **why)
{
    int rc = 0;

    for (int i = 0; i < s->n && rc == 0; i++) {
        struct sb_learned l;

        if (!is_ours(&s->at[i]))
            continue;
        rc = section_get(&s->at[i], &l, why);
        if (rc == 0)
            sb_learned_free(&l);
    }
    return rc;
}

/* The last with that key, or NULL. */
static const struct section *find(const struct sections *s, const char *key)
{
    for (int i = s->n - 1; i >= 0; i--)
        if (has_key(&s->at[i], key))
            return &s->at[i];
    return NULL;
}

int sb_sections_get(const char *text, const char *key, struct sb_learned *l,
                    const char **why)
{
    const struct section *section;
    struct sb_learned read;
    struct sections s;
    int rc = split(text, &s, why);

    if (rc == 0)
        rc = check(&s, why);
    if (rc != 0)
        return rc;
    section = find(&s, key);
    if (section == NULL)
        return 0;
    rc = section_get(section, &read, why);
    if (rc != 0)
        return rc;
    /* samples go on, among the centres that were read */
    memcpy(l->states.centre, read.states.centre, sizeof(l->states.centre));
    l->states.now = l->states.odd = 0;
    read.states = l->states;
    sb_learned_free(l);
    *l = read;
    return 0;
}

/* *l together with the section that has the key; to be freed. */
static int merge(const struct sections *s, const char *key,
                 const struct sb_learned *l, struct sb_learned *both,
                 const char **why)
{
    const struct section *section = find(s, key);
    struct sb_learned before = {.priors = {{0}}};
    int rc = section != NULL ? section_get(section, &before, why) : 0;

    if (rc == 0 && !sb_learned_copy(both, l))
        rc = no_memory(why);
    if (rc == 0)
        sb_learned_merge(both, &before);
    sb_learned_free(&before);
    return rc;
}

/* Key and lines; malloced, or NULL. */
static char *section_text(const char *key, const struct sb_learned *l,
                          size_t *length)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, length);
    bool failed;

    if (f == NULL)
        return NULL;
    fprintf(f, "%s\n", key);
    sb_section_write(f, l);
    failed = ferror(f) != 0;
    failed |= fclose(f) != 0;
    if (!failed)
        return text;
    free(text);
    return NULL;
}

/* Without those of [key]. */
static void leave_out(struct sections *s, const char *key)
{
    int n = 0;

    for (int i = 0; i < s->n; i++)
        if (!has_key(&s->at[i], key))
            s->at[n++] = s->at[i];
    s->n = n;
}

/* The first that there is room for, with all that follow and [own] bytes of one
 * more; *length is that of the whole. */
static int first_kept(const struct sections *s, size_t own, size_t *length)
{
    int first = s->n;

    for (*length = strlen(HEAD) + own; first > 0; first--) {
        const struct section *next = &s->at[first - 1];
        size_t more = (size_t)(next->end - next->text);

        if (s->n - first + 2 > SB_SECTIONS_MAX || *length + more > SB_FILE_MAX)
            break;
        *length += more;
    }
    return first;
}

/* Head, sections from the first on that is kept, and [own] bytes of our own. */
static char *join(const struct sections *s, const char *own, size_t own_length,
                  size_t *length)
{
    int first = first_kept(s, own_length, length);
    char *text = malloc(*length + 1), *at = text;

    if (text == NULL)
        return NULL;
    at = stpcpy(at, HEAD);
    for (int i = first; i < s->n; i++)
        at = mempcpy(at, s->at[i].text, (size_t)(s->at[i].end - s->at[i].text));
    at = mempcpy(at, own, own_length);
    *at = '\0';
    return text;
}

int sb_sections_put(const char *text, const char *key,
                    const struct sb_learned *l, char **to, size_t *length,
                    const char **why)
{
    struct sections s;
    struct sb_learned both;
    size_t own_length;
    char *own;
    int rc = split(text, &s, why);

    if (rc == 0)
        rc = check(&s, why);
    if (rc == 0)
        rc = merge(&s, key, l, &both, why);
    if (rc != 0)
        return rc;
    own = section_text(key, &both, &own_length);
    sb_learned_free(&both);
    if (own == NULL)
        return no_memory(why);
    leave_out(&s, key);
    *to = join(&s, own, own_length, length);
    free(own);
    return *to != NULL ? 0 : no_memory(why);
}
