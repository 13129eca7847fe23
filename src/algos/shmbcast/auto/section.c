/* section.c: what was learned as lines of text. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "section.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Calls are counted up to there: sums of two do not overflow. */
static const uint64_t CALLS_MOST = (uint64_t)1 << 60;

static const uint64_t PS_MOST = 1000000000000; /* a second */
enum { PS_A_NS = 1000, FOLLOWS_MOST = 255 };

/* ---- written ------------------------------------------------------------ */

static void states_write(FILE *f, const struct sb_states *s)
{
    fprintf(f, "states");
    for (int i = 0; i < SB_STATES; i++) {
        double ps = s->centre[i] * PS_A_NS;

        fprintf(f, " %.0f", ps < (double)PS_MOST ? round(ps) : (double)PS_MOST);
    }
    fputc('\n', f);
}

static void priors_write(FILE *f, const struct sb_learned *l)
{
    for (int w = 0; w < SB_WAYS; w++) {
        uint32_t known = 0;

        for (int i = 0; i < SB_PRIORS; i++)
            known |= l->priors[i][w];
        if (known == 0)
            continue;
        fprintf(f, "prior %s", sb_way_names[w]);
        for (int i = 0; i < SB_PRIORS; i++)
            fprintf(f, " %" PRIu32, l->priors[i][w]);
        fputc('\n', f);
    }
}

static void arm_write(FILE *f, const struct sb_row *row, int w)
{
    const struct sb_arm *arm = &row->arms[w];
    bool there = (row->mask & SB_BIT(w)) != 0;
    int oldest = arm->n < SB_TIMES ? 0 : arm->at;

    if (!there && arm->n == 0)
        return;
    fprintf(f, " | %s%s %" PRIu32 " %" PRIu64 " %" PRIu32, there ? "" : "-",
            sb_way_names[w], arm->prior, arm->seen, arm->median);
    for (int i = 0; i < arm->n; i++)
        fprintf(f, " %" PRIu32, arm->ns[(oldest + i) % SB_TIMES]);
}

/* A row that calls have gone by, with ways to go on with. */
static bool in_use(const struct sb_row *row)
{
    unsigned taken = SB_BIT(row->turn) | SB_BIT(row->best);

    return row->calls > 0 && (row->mask & taken) == taken;
}

static void row_write(FILE *f, const struct sb_row *row, const char *kind,
                      int state, int class)
{
    fprintf(f,
            "row %d %s %d calls %" PRIu64 " due %" PRIu64 " turn %s best %s"
            " settled %" PRIu32 " apart %" PRIu32 " again %" PRIu64
            " follows %u",
            state, kind, class, row->calls, row->due, sb_way_names[row->turn],
            sb_way_names[row->best], row->settled, row->apart, row->again,
            row->follows);
    for (int w = 0; w < SB_WAYS; w++)
        arm_write(f, row, w);
    fputc('\n', f);
}

void sb_section_write(FILE *f, const struct sb_learned *l)
{
    states_write(f, &l->states);
    priors_write(f, l);
    for (int s = 0; s < SB_STATES; s++)
        for (int k = 0; k < SB_KINDS; k++)
            for (int c = 0; c < SB_CLASSES; c++) {
                const struct sb_row *row = l->rows[s][k][c];

                if (row != NULL && in_use(row))
                    row_write(f, row, sb_kind_names[k], s, c);
            }
}

/* ---- read --------------------------------------------------------------- */

/* Where a line is being read. What does not read is remembered, and is 0. */
struct cursor {
    const char *at;
    bool bad;
};

static bool text_next(const struct cursor *in, const char *text)
{
    return !in->bad && strncmp(in->at, text, strlen(text)) == 0;
}

static void text_read(struct cursor *in, const char *text)
{
    if (text_next(in, text))
        in->at += strlen(text);
    else
        in->bad = true;
}

/* Digits, behind [before]. */
static uint64_t number_read(struct cursor *in, const char *before,
                            uint64_t most)
{
    uint64_t number = 0;
    const char *first;

    text_read(in, before);
    if (in->bad)
        return 0;
    for (first = in->at; *in->at >= '0' && *in->at <= '9'; in->at++) {
        in->bad |= __builtin_mul_overflow(number, 10, &number);
        in->bad |= __builtin_add_overflow(number, *in->at - '0', &number);
    }
    in->bad |= in->at == first || number > most;
    return in->bad ? 0 : number;
}

static uint32_t ns_read(struct cursor *in, const char *before)
{
    return (uint32_t)number_read(in, before, UINT32_MAX);
}

/* One of [n] names, behind [before] and ahead of a blank. */
static unsigned name_read(struct cursor *in, const char *before,
                          const char *const names[], unsigned n)
{
    text_read(in, before);
    for (unsigned i = 0; i < n && !in->bad; i++) {
        size_t length = strlen(names[i]);

        if (text_next(in, names[i]) && in->at[length] == ' ') {
            in->at += length;
            return i;
        }
    }
    in->bad = true;
    return 0;
}

/* 0 if the whole line could be read. */
static int line_end(const struct cursor *in, const char **wrong)
{
    if (!in->bad && *in->at == '\n')
        return 0;
    *wrong = "not as it is written";
    return -EINVAL;
}

static int refuse(const char *text, const char **wrong)
{
    *wrong = text;
    return -EINVAL;
}

static int states_read(struct cursor *in, struct sb_states *s,
                       const char **wrong)
{
    text_read(in, "states");
    for (int i = 0; i < SB_STATES; i++)
        s->centre[i] = (double)number_read(in, " ", PS_MOST) / PS_A_NS;
    for (int i = 1; i < SB_STATES; i++)
        if (s->centre[i] > 0 && s->centre[i - 1] == 0)
            return refuse("a second state without a first", wrong);
    return line_end(in, wrong);
}

static int prior_read(struct cursor *in, struct sb_learned *l,
                      const char **wrong)
{
    unsigned way = name_read(in, "prior ", sb_way_names, SB_WAYS);

    for (int i = 0; i < SB_PRIORS; i++)
        l->priors[i][way] = ns_read(in, " ");
    return line_end(in, wrong);
}

static void arm_read(struct cursor *in, struct sb_row *row)
{
    bool there;
    unsigned way;
    struct sb_arm *arm;

    text_read(in, " | ");
    there = !text_next(in, "-");
    way = name_read(in, there ? "" : "-", sb_way_names, SB_WAYS);
    arm = &row->arms[way];
    if (there)
        row->mask |= SB_BIT(way);
    arm->prior = ns_read(in, " ");
    arm->seen = number_read(in, " ", row->calls);
    arm->median = ns_read(in, " ");
    for (arm->n = 0;
         arm->n < SB_TIMES && text_next(in, " ") && in->at[1] != '|'; arm->n++)
        arm->ns[arm->n] = ns_read(in, " ");
    arm->at = arm->n % SB_TIMES;
}

/* What is behind the row's state, kind and class; the ways that are not there
 * keep what was expected of them. */
static void figures_read(struct cursor *in, struct sb_row *row)
{
    row->calls = number_read(in, " calls ", CALLS_MOST);
    row->due = number_read(in, " due ", CALLS_MOST);
    row->turn = name_read(in, " turn ", sb_way_names, SB_WAYS);
    row->best = name_read(in, " best ", sb_way_names, SB_WAYS);
    row->settled = ns_read(in, " settled ");
    row->apart = ns_read(in, " apart ");
    row->again = number_read(in, " again ", row->calls);
    row->follows = (unsigned)number_read(in, " follows ", FOLLOWS_MOST);
    while (text_next(in, " | "))
        arm_read(in, row);
}

static int row_read(struct cursor *in, struct sb_learned *l, const char **wrong)
{
    unsigned state = (unsigned)number_read(in, "row ", SB_STATES - 1);
    unsigned kind = name_read(in, " ", sb_kind_names, SB_KINDS);
    unsigned class = (unsigned)number_read(in, " ", SB_CLASSES - 1);
    struct sb_row *row;
    int rc;

    if (in->bad)
        return line_end(in, wrong);
    if (l->rows[state][kind][class] != NULL)
        return refuse("the same row twice", wrong);
    row = sb_learned_row(l, state, kind, class);
    if (row == NULL)
        return -ENOMEM;
    figures_read(in, row);
    rc = line_end(in, wrong);
    if (rc == 0 && !in_use(row))
        return refuse("a row without calls, or with a way that is not there",
                      wrong);
    return rc;
}

int sb_section_read(const char *text, const char *end, struct sb_learned *l,
                    int *line, const char **wrong)
{
    bool first = true, rows = false;

    for (; text < end; text = strchr(text, '\n') + 1, ++*line) {
        struct cursor in = {.at = text};
        int rc;

        if (first)
            rc = states_read(&in, &l->states, wrong);
        else if (!rows && text_next(&in, "prior "))
            rc = prior_read(&in, l, wrong);
        else
            rc = row_read(&in, l, wrong);
        if (rc != 0)
            return rc;
        rows |= text[0] == 'r';
        first = false;
    }
    return first ? refuse("states are missing", wrong) : 0;
}
