/* table.c: an invalid plug-in, whose symbol mpiperf_plugin is wrong in one way;
 * built several times, with different KIND, SIZE and SKEW. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/op.h"

#ifdef KIND

#define TEXT(word) TEXT_OF(word)
#define TEXT_OF(word) #word

__asm__(".data\n.balign 64\n.skip " TEXT(SKEW) "\n");
__asm__(".globl mpiperf_plugin\nmpiperf_plugin: .skip 64\n.text\n");
__asm__(".type mpiperf_plugin, %" TEXT(KIND) "\n");
__asm__(".size mpiperf_plugin, " TEXT(SIZE) "\n");

#else

const struct mpiperf_plugin mpiperf_plugin = {.abi = MPIPERF_PLUGIN_ABI};

#endif
