/* quote.c: prints external text and command lines safely, on one line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/quote.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "lib/utf8.h"

/* False for the backslash and for control and formatting characters. */
static bool is_plain(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } others[] = {
        {0, 0x1f},        {'\\', '\\'},     {0x7f, 0x9f},     {0x200b, 0x200f},
        {0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff}, {0xfffe, 0xffff},
    };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (c >= others[i].first && c <= others[i].last)
            return false;
    return true;
}

/* True if a CI system may read a command here: "::error::", "##[error]".
 */
static bool is_command(const char *text, size_t i)
{
    return strncmp(text + i, "##", 2) == 0 ||
           (strncmp(text + i, "::", 2) == 0 && (i == 0 || text[i - 1] == ' '));
}

/* Writes a byte as an escape sequence; returns the end of what was written. */
static char *escape(char *to, unsigned char c)
{
    static const char from[] = "\n\t\r\\", letter[] = "ntr\\";
    const char *at = memchr(from, c, sizeof(from) - 1);

    return to + (at != NULL ? sprintf(to, "\\%c", letter[at - from])
                            : sprintf(to, "\\x%02x", c));
}

const char *quote(char *buf, size_t most, const char *mark, const char *s)
{
    char *to = stpcpy(buf, mark);
    size_t i = 0, n;

    for (uint32_t code; s[i] != '\0'; i += n) {
        size_t whole = utf8_decode(&code, s + i);

        n = whole > 0 ? whole : 1;
        if (i + n > most) {
            to = stpcpy(to, "...");
            break;
        }
        if (whole > 0 && is_plain(code) && !is_command(s, i))
            to = mempcpy(to, s + i, n);
        else
            for (size_t k = 0; k < n; k++)
                to = escape(to, (unsigned char)s[i + k]);
    }
    stpcpy(to, mark);
    return buf;
}

/* ---- command lines ------------------------------------------------------- */

/* Prints `shown`: s itself, or the result of quote(). Returns the number of
 * characters printed. */
static int put_word(FILE *f, const char *s, const char *shown)
{
    static const char bare[] = "abcdefghijklmnopqrstuvwxyz"
                               "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789%+,-./:=@_";
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

void word_print(FILE *f, const char *word)
{
    put_word(f, word, word);
}

void words_print(FILE *f, const char *const *word, size_t n)
{
    for (size_t i = 0, length = 0; i < n; i++) {
        if (length > QUOTE_LINE) {
            fputs(" ...", f);
            return;
        }
        length += (size_t)fprintf(f, "%s", i > 0 ? " " : "");
        length += (size_t)put_word(f, word[i], SHOWN_FILE(word[i]));
    }
}
