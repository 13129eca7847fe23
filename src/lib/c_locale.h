/* c_locale.h: reading and writing numbers with a decimal point, whatever locale
 * the program or one of its libraries has set. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_C_LOCALE_H
#define LIB_C_LOCALE_H

#include <locale.h>

/* Switches this thread to the C locale, which setlocale() calls do not change.
 * Returns the previous locale, to be restored later. */
static inline locale_t c_locale_enter(void)
{
    return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

static inline void c_locale_leave(locale_t before)
{
    freelocale(uselocale(before));
}

#endif /* LIB_C_LOCALE_H */
