/* machine_hwloc.c: sockets, cores and caches as hwloc sees them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "mpiperf/machine/machine.h"

#ifdef HAVE_HWLOC

#include <hwloc.h>
#include "lib/json.h"

static void topology_count(json_t *machine, const char *key, hwloc_topology_t t,
                           hwloc_obj_type_t type)
{
    int n = hwloc_get_nbobjs_by_type(t, type);

    if (n > 0)
        json_object_set_new(machine, key, json_integer(n));
}

static void topology_caches(json_t *machine, hwloc_topology_t t)
{
    static const struct {
        hwloc_obj_type_t type;
        const char *name;
    } levels[] = {
        {HWLOC_OBJ_L1CACHE, "L1d"},
        {HWLOC_OBJ_L2CACHE, "L2"},
        {HWLOC_OBJ_L3CACHE, "L3"},
        {HWLOC_OBJ_L4CACHE, "L4"},
    };
    json_t *caches = json_object();

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        hwloc_obj_t cache = hwloc_get_obj_by_type(t, levels[i].type, 0);

        if (cache != NULL && cache->attr->cache.size > 0)
            json_object_set_new(
                caches, levels[i].name,
                json_integer((json_int_t)cache->attr->cache.size));
    }
    json_object_set_new(machine, "caches", caches);
}

static void topology_model(json_t *machine, hwloc_topology_t t)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(t, HWLOC_OBJ_PACKAGE, 0);
    const char *model = NULL;

    if (package != NULL)
        model = hwloc_obj_get_info_by_name(package, "CPUModel");
    if (model != NULL)
        json_object_set_new(machine, "cpu", json_text(model));
}

void machine_topology(json_t *machine)
{
    hwloc_topology_t t;

    if (hwloc_topology_init(&t) != 0)
        return;
    if (hwloc_topology_load(t) == 0) {
        topology_model(machine, t);
        topology_count(machine, "cores", t, HWLOC_OBJ_CORE);
        topology_count(machine, "threads", t, HWLOC_OBJ_PU);
        topology_count(machine, "sockets", t, HWLOC_OBJ_PACKAGE);
        topology_count(machine, "numa_nodes", t, HWLOC_OBJ_NUMANODE);
        topology_caches(machine, t);
    }
    hwloc_topology_destroy(t);
}

#endif
