/* auto_sim.h: times as a simulated machine gives them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_SIM_H
#define SHMBCAST_AUTO_SIM_H

#include <stdint.h>

#include "lib/scatter.h"

struct sim_noise {
    double deviation; /* standard, as a share of a time */
    double spikes;    /* share of times that are longer, */
    double longer;    /* so many times */
    uint64_t seed;    /* where numbers begin, and where they are */
};

/* In [0, 1). */
static inline double sim_share(struct sim_noise *noise)
{
    return scatter_share(noise->seed++);
}

/* A time that takes [ns] on average, but for spikes. The sum of two shares has
 * a deviation of 1 / sqrt(6). */
static inline uint32_t sim_time(struct sim_noise *noise, double ns)
{
    double off = sim_share(noise) + sim_share(noise) - 1;
    double time = ns * (1 + 2.449 * noise->deviation * off);

    if (sim_share(noise) < noise->spikes)
        time *= noise->longer;
    return (uint32_t)time;
}

#endif /* SHMBCAST_AUTO_SIM_H */
