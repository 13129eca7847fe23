/* pattern_file.c: reads a set of messages from a file, and computes its hash.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pattern_file.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digest.h"
#include "lib/names.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

#define FIRST_LINE "# msgsched "
#define VERSION "1"
#define BLANKS " \t\r"

/* Maximum bytes of a line without comment, and maximum words of a valid
 * line. */
enum { LINE_BYTES = 255, LINE_WORDS = 5 };

/* Kinds of lines, in their required order. */
enum part { NOTHING, RANKS, REPEAT, NODE, MESSAGE };

struct reader {
    FILE *f;
    char *line; /* the last line read; getline() manages its memory */
    size_t line_room;
    long number; /* number of the line: 1, 2, ... */
    char *word[LINE_WORDS];
    size_t n; /* number of words, including words not kept */

    struct pattern p;
    int nodes;      /* number of ranks with a known node */
    int64_t copies; /* number of messages; a line with COUNT adds COUNT */
    int64_t bytes;  /* total bytes of the messages */
    enum part last;
};

static int refuse(char *what, char **cause)
{
    *cause = what;
    return -1;
}

/* ---- lines and their words ---------------------------------------------- */

/* Reads a line and removes its comment; the first line must not have one.
 * Returns 1, 0 at the end of the file, or -1 with *cause. */
static int line_read(struct reader *r, char **cause)
{
    bool first = r->number == 0;
    ssize_t length = getline(&r->line, &r->line_room, r->f);
    size_t n;

    r->number++;
    if (length < 0 && ferror(r->f))
        return refuse(xstrdup(strerror(errno)), cause);
    if (length < 0) {
        r->number -= !first;
        return 0;
    }
    n = strcspn(r->line, first ? "\n" : "#\n");
    if (n > LINE_BYTES)
        return refuse(xasprintf("longer than %d bytes", LINE_BYTES), cause);
    if (n < (size_t)length && r->line[n] == '\0')
        return refuse(xstrdup("it contains a null byte"), cause);
    r->line[n] = '\0';
    return 1;
}

/* Reads the first line and checks the version. Returns 0, or -1 with *cause. */
static int first_line(struct reader *r, char **cause)
{
    size_t n = strlen(FIRST_LINE);
    int rc = line_read(r, cause);
    char *version;

    if (rc < 0)
        return -1;
    if (rc == 0 || strncmp(r->line, FIRST_LINE, n) != 0)
        return refuse(
            xstrdup("the first line has to be '" FIRST_LINE VERSION "'"),
            cause);
    version = r->line + n;
    version[strcspn(version, BLANKS)] = '\0';
    if (strcmp(version, VERSION) != 0)
        return refuse(xasprintf("version %s of the format is not known, "
                                "only " VERSION,
                                QUOTED(version)),
                      cause);
    return 0;
}

/* Splits the next line into words. Returns the same values as line_read(). */
static int next_line(struct reader *r, char **cause)
{
    int rc = line_read(r, cause);
    char *rest = r->line, *word;

    r->n = 0;
    while (rc > 0 && (word = strtok_r(rest, BLANKS, &rest)) != NULL) {
        if (r->n < LINE_WORDS)
            r->word[r->n] = word;
        r->n++;
    }
    return rc;
}

/* ---- the kinds of lines ------------------------------------------------- */

/* Parses word `i` as a number; `name` is its name in error messages. */
static int word_long(const struct reader *r, size_t i, const char *name,
                     long min, long max, long *out, char **cause)
{
    if (number_long(out, r->word[i], min, max, cause) == 0)
        return 0;
    *cause = xprefix(name, *cause);
    return -1;
}

static int word_rank(const struct reader *r, size_t i, const char *name,
                     int *out, char **cause)
{
    long v;

    if (word_long(r, i, name, 0, r->p.ranks - 1, &v, cause) != 0)
        return -1;
    *out = (int)v;
    return 0;
}

static int ranks_line(struct reader *r, char **cause)
{
    long v;

    if (word_long(r, 1, "N", 1, PATTERN_RANKS_MAX, &v, cause) != 0)
        return -1;
    r->p.ranks = (int)v;
    return 0;
}

static int repeat_line(struct reader *r, char **cause)
{
    long v;

    if (word_long(r, 1, "N", 1, LONG_MAX, &v, cause) != 0)
        return -1;
    r->p.repeat = v;
    return 0;
}

static int node_line(struct reader *r, char **cause)
{
    int rank;
    long node;

    if (word_rank(r, 1, "RANK", &rank, cause) != 0 ||
        word_long(r, 2, "K", 0, INT_MAX, &node, cause) != 0)
        return -1;
    if (r->p.node == NULL) {
        r->p.node = xcalloc((size_t)r->p.ranks, sizeof(*r->p.node));
        for (int i = 0; i < r->p.ranks; i++)
            r->p.node[i] = -1;
    }
    if (r->p.node[rank] >= 0)
        return refuse(xasprintf("the node of rank %d is given twice", rank),
                      cause);
    r->p.node[rank] = (int)node;
    r->nodes++;
    return 0;
}

/* Adds the message to the totals and checks the limits. */
static int message_count(struct reader *r, const struct pattern_message *m,
                         char **cause)
{
    int64_t bytes;

    r->copies += m->count;
    if (r->copies > PATTERN_MESSAGES_MAX)
        return refuse(xasprintf("more than %lld messages in all",
                                (long long)PATTERN_MESSAGES_MAX),
                      cause);
    if (__builtin_mul_overflow(m->bytes, m->count, &bytes) ||
        __builtin_add_overflow(r->bytes, bytes, &r->bytes))
        return refuse(xstrdup("too many bytes in all"), cause);
    return 0;
}

static int message_line(struct reader *r, char **cause)
{
    struct pattern_message m;
    long tag = 0, count = 1;

    if (word_rank(r, 0, "SRC", &m.src, cause) != 0 ||
        word_rank(r, 1, "DST", &m.dst, cause) != 0)
        return -1;
    if (number_size(&m.bytes, r->word[2], cause) != 0) {
        *cause = xprefix("BYTES", *cause);
        return -1;
    }
    if ((r->n > 3 && word_long(r, 3, "TAG", 0, INT_MAX, &tag, cause) != 0) ||
        (r->n > 4 &&
         word_long(r, 4, "COUNT", 1, PATTERN_MESSAGES_MAX, &count, cause) != 0))
        return -1;
    m.tag = (int)tag;
    m.count = count;
    if (message_count(r, &m, cause) != 0)
        return -1;
    XAPPEND(r->p.messages, r->p.n, m);
    return 0;
}

/* Each kind of line: first word, form, minimum and maximum of words, may it
 * repeat?
 */
static const struct form {
    const char *word, *text;
    size_t least, most;
    bool often;
    int (*read)(struct reader *r, char **cause);
} forms[] = {
    [RANKS] = {"ranks", "ranks N", 2, 2, false, ranks_line},
    [REPEAT] = {"repeat", "repeat N", 2, 2, false, repeat_line},
    [NODE] = {"node", "node RANK K", 3, 3, true, node_line},
    [MESSAGE] = {NULL, "SRC DST BYTES [TAG] [COUNT]", 3, LINE_WORDS, true,
                 message_line},
};

/* Returns the kind of the line, or NOTHING with *cause. A line that starts like
 * a number is a message. */
static enum part line_part(const struct reader *r, char **cause)
{
    const char *names[] = {"ranks", "repeat", "node"};

    if (strchr("+-.0123456789", r->word[0][0]) != NULL)
        return MESSAGE;
    for (enum part i = RANKS; i <= NODE; i++)
        if (strcmp(r->word[0], forms[i].word) == 0)
            return i;
    *cause = names_unknown("line", r->word[0], names, 3);
    return NOTHING;
}

/* Checks that either all ranks or none have a node. */
static int nodes_check(const struct reader *r, char **cause)
{
    int rank = 0;

    if (r->nodes == 0 || r->nodes == r->p.ranks)
        return 0;
    while (r->p.node[rank] >= 0)
        rank++;
    return refuse(
        xasprintf("no line 'node %d K', but such lines for other ranks", rank),
        cause);
}

static int line_take(struct reader *r, char **cause)
{
    enum part part = line_part(r, cause);
    const struct form *form = &forms[part];

    if (part == NOTHING)
        return -1;
    if (r->last == NOTHING && part != RANKS)
        return refuse(xstrdup("'ranks N' must come first"), cause);
    if (r->n < form->least || r->n > form->most)
        return refuse(xasprintf("not of the form '%s'", form->text), cause);
    if (part < r->last || (part == r->last && !form->often))
        return refuse(xasprintf("'%s' must come earlier", form->text), cause);
    if (part == MESSAGE && r->last != MESSAGE && nodes_check(r, cause) != 0)
        return -1;
    r->last = part;
    return form->read(r, cause);
}

static int lines_take(struct reader *r, char **cause)
{
    int rc;

    if (first_line(r, cause) != 0)
        return -1;
    while ((rc = next_line(r, cause)) > 0)
        if (r->n > 0 && line_take(r, cause) != 0)
            return -1;
    if (rc < 0)
        return -1;
    if (r->last == NOTHING)
        return refuse(xstrdup("no line 'ranks N'"), cause);
    return nodes_check(r, cause);
}

int pattern_read(FILE *f, const char *name, struct pattern *p, char **cause)
{
    struct reader r = {.f = f, .p = {.repeat = 1}};
    char *what;
    int rc = lines_take(&r, &what);

    free(r.line);
    if (rc == 0) {
        *p = r.p;
        return 0;
    }
    *cause = xasprintf("%s:%ld: %s", SHOWN_FILE(name), r.number, what);
    free(what);
    pattern_free(&r.p);
    return -1;
}

void pattern_free(struct pattern *p)
{
    free(p->node);
    free(p->messages);
    *p = (struct pattern){0};
}

uint64_t pattern_digest(const struct pattern *p)
{
    uint64_t digest = digest_add(DIGEST_BEGIN, p->ranks);

    for (int i = 0; p->node != NULL && i < p->ranks; i++)
        digest = digest_add(digest, p->node[i]);
    for (size_t i = 0; i < p->n; i++) {
        const struct pattern_message *m = &p->messages[i];

        digest = digest_add(digest, m->src);
        digest = digest_add(digest, m->dst);
        digest = digest_add(digest, m->tag);
        digest = digest_add(digest, m->bytes);
        digest = digest_add(digest, m->count);
    }
    return digest != 0 ? digest : 1;
}
