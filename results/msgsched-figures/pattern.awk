# pattern.awk: the rows of applications.md -> a pattern file.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = " *[|] *"
    per_node = 24
    ranks = nodes * per_node
}

# ---- the table ---------------------------------------------------------------

# "AxBxC" to a[1..3].
function triple(text, a) {
    return split(text, a, "x") == 3
}

function row_take(    a) {
    n++
    generator[n] = $3
    triple($4, patches)
    triple($5, a)
    cells[n, 1] = a[1]
    cells[n, 2] = a[2]
    cells[n, 3] = a[3]
    ghost[n] = $6
    messages[n] = $7
    items[n] = $8
    bytes[n] = $9
    spread[n] = $10
    periodic = $11 == "periodic"
}

NF == 12 && $2 == application { row_take() }

# ---- where ranks and patches are ---------------------------------------------

# The most even a x b x c of the ranks, a >= b >= c, to dims.
function dims_choose(    a, b, c, best) {
    best = 3 * ranks
    for (c = 1; c * c * c <= ranks; c++)
        for (b = c; b * b * c <= ranks; b++) {
            a = ranks / (b * c)
            if (a == int(a) && a + b + c < best) {
                best = a + b + c
                dims[1] = a
                dims[2] = b
                dims[3] = c
            }
        }
}

# The rank of a patch of the whole grid; -1 outside.
function owner(x, y, z,    at, i, r, size) {
    at[1] = x
    at[2] = y
    at[3] = z
    for (i = 1; i <= 3; i++) {
        size = dims[i] * patches[i]
        if (periodic)
            at[i] = (at[i] + size) % size
        else if (at[i] < 0 || at[i] >= size)
            return -1
        r = r * dims[i] + int(at[i] / patches[i])
    }
    return r
}

# ---- messages ----------------------------------------------------------------

function sends(kind, dx, dy, dz,    axes) {
    axes = (dx != 0) + (dy != 0) + (dz != 0)
    if (kind == "halo")
        return axes > 0
    if (kind == "faces")
        return axes == 1
    return axes == 1 && dx + dy + dz == 1 # sweep
}

# Bytes of a message of row k in that direction.
function size_of(k, dx, dy, dz,    overlap, most) {
    overlap = (dx ? ghost[k] : cells[k, 1]) * (dy ? ghost[k] : cells[k, 2]) * \
        (dz ? ghost[k] : cells[k, 3])
    most = spread[k] / 100
    return int(overlap * items[k] * (1 + most * (2 * random() - 1)) + 0.5) * \
        bytes[k]
}

function class_of(size) {
    return size < 1024 ? "small" : size <= 65536 ? "medium" : "large"
}

# The draw comes first: a class has the sizes of the whole.
function message(src, dst, k, dx, dy, dz,    size, i, each) {
    each = spread[k] > 0 ? messages[k] : 1
    for (i = 0; i < each; i++) {
        size = size_of(k, dx, dy, dz)
        if (int(src / per_node) != int(dst / per_node) &&
            (class == "all" || class == class_of(size)))
            print src, dst, size, 0, messages[k] / each
    }
}

function patch_neighbours(src, x, y, z,    dx, dy, dz, dst, k) {
    for (dx = -1; dx <= 1; dx++)
        for (dy = -1; dy <= 1; dy++)
            for (dz = -1; dz <= 1; dz++) {
                dst = owner(x + dx, y + dy, z + dz)
                if (dst < 0 || dst == src)
                    continue
                for (k = 1; k <= n; k++)
                    if (sends(generator[k], dx, dy, dz))
                        message(src, dst, k, dx, dy, dz)
            }
}

function rank_patches(rank,    rx, ry, rz, x, y, z) {
    rx = int(rank / (dims[2] * dims[3])) * patches[1]
    ry = int(rank / dims[3]) % dims[2] * patches[2]
    rz = rank % dims[3] * patches[3]
    for (x = 0; x < patches[1]; x++)
        for (y = 0; y < patches[2]; y++)
            for (z = 0; z < patches[3]; z++)
                patch_neighbours(rank, rx + x, ry + y, rz + z)
}

END {
    if (n == 0)
        broken("no application '" application "'")
    if (is_broken)
        exit 1
    dims_choose()
    print "# msgsched 1"
    print "# " application " on " nodes " nodes, messages of class " class
    print "ranks " ranks
    for (r = 0; r < ranks; r++)
        print "node " r " " int(r / per_node)
    for (r = 0; r < ranks; r++)
        rank_patches(r)
}
