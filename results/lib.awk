# lib.awk: what evaluations share. Numbers of an array are from 1 to n.
# SPDX-License-Identifier: BSD-3-Clause

# In [0, 1): the same with every awk.
function random() {
    if (!random_state)
        random_state = 20231
    random_state = random_state * 16807 % 2147483647
    return random_state / 2147483647
}

function sorted(a, n,    i, j, x) {
    for (i = 2; i <= n; i++) {
        x = a[i]
        for (j = i - 1; j > 0 && a[j] > x; j--)
            a[j + 1] = a[j]
        a[j + 1] = x
    }
}

# Of a sorted array.
function quantile(a, n, p,    at, i) {
    at = 1 + (n - 1) * p
    i = int(at)
    return i < n ? a[i] + (at - i) * (a[i + 1] - a[i]) : a[n]
}

function share(part, whole) {
    return whole > 0 ? sprintf("%.1f %%", 100 * part / whole) : "-"
}

# A line on a target: what it is, of how many observations, whether it is met; and
# if an interval leaves open whether it is. Nobody knows before all steps are done.
function target(what, n, met, goal, is_open,    is) {
    is = is_open ? "**cannot tell**" : met ? "met" : "**missed**"
    if (steps_left > 0)
        is = "not complete (" (steps - steps_left) " of " steps " steps)"
    if (n == 0)
        is = steps_left > 0 ? "not known yet" : "**no figure**"
    printf "- %s: %s (target: %s)\n", is, what, goal
}

# interval(K, LOW, HIGH): of K in one table; "-": the table has none.
function interval(k, low, high) {
    if (low == "-" || high == "-") {
        unbounded[k] = 1
        return
    }
    if (!(k in lowest) || low + 0 < lowest[k])
        lowest[k] = low + 0
    if (!(k in highest) || high + 0 > highest[k])
        highest[k] = high + 0
}

# Is K at least the limit, in every table? 1: yes; 0: in none; -1: cannot tell.
function at_least(k, limit) {
    if (k in unbounded || !(k in lowest))
        return -1
    return lowest[k] >= limit ? 1 : highest[k] < limit ? 0 : -1
}

function at_most(k, limit) {
    if (k in unbounded || !(k in lowest))
        return -1
    return highest[k] <= limit ? 1 : lowest[k] > limit ? 0 : -1
}

# target() of what such a function says.
function target_told(what, n, told, goal) {
    target(what, n, told == 1, goal, told == -1)
}

# What cannot be evaluated: the end, without a page.
function broken(why) {
    print why >"/dev/stderr"
    is_broken = 1
    exit 1
}

function bytes_name(b) {
    if (b >= 1048576 && b % 1048576 == 0)
        return b / 1048576 " MiB"
    if (b >= 1024 && b % 1024 == 0)
        return b / 1024 " KiB"
    return b " B"
}
