/* c_locale.h: numbers are read and written with a decimal point, whatever
 * locale the program or one of its libraries sets. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_C_LOCALE_H
#define LIB_C_LOCALE_H

#include <locale.h>

/* Gives this thread the C locale. Returns the locale to go back to. A later
 * setlocale() does not change this thread's locale. */
static inline locale_t c_locale_enter(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static inline void c_locale_leave(locale_t before)
{
    freelocale(uselocale(before));
}

#endif /* LIB_C_LOCALE_H */
