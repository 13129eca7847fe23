/* plugin.h: what a library does that is loaded while the program runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_TEST_PLUGIN_H
#define REFNUMA_TEST_PLUGIN_H

/* Touches pages of a mirror and closes it. 0; 77: no such guard; 1. */
typedef int plugin_touch_fn(const char *guard);
plugin_touch_fn plugin_touch;

#endif /* REFNUMA_TEST_PLUGIN_H */
