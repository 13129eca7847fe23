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

# interval(K, LOW, HIGH [, RATIO]): of K in one table; "-": the table has none.
function interval(k, low, high, ratio) {
    if (ratio + 0 > 0) {
        n_ratios[k]++
        ratio_logs[k] += log(ratio)
        ratio_squares[k] += log(ratio) ^ 2
    }
    if (low == "-" || high == "-") {
        unbounded[k] = 1
        return
    }
    if (!(k in lowest) || low + 0 < lowest[k])
        lowest[k] = low + 0
    if (!(k in highest) || high + 0 > highest[k])
        highest[k] = high + 0
}

# Half of the 95 % interval of the mean of K's logarithms over its tables: Student's t.
function half_over_tables(k,    n, t, variance) {
    n = split("4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228", t, " ")
    variance = (ratio_squares[k] - ratio_logs[k] ^ 2 / n_ratios[k]) / (n_ratios[k] - 1)
    return t[n_ratios[k] - 2 < n ? n_ratios[k] - 2 : n] * \
        sqrt((variance > 0 ? variance : 0) / n_ratios[k])
}

# Where the interval of K lies to a limit: 1, above; 0, below; -1, nobody can tell. All
# tables have to agree. Where one has no interval, what counts is how far the ratios of
# tables differ, of three or more.
function side_of(k, limit,    mean, half) {
    if (k in lowest && !(k in unbounded))
        return lowest[k] >= limit ? 1 : highest[k] <= limit ? 0 : -1
    if (n_ratios[k] < 3)
        return -1
    mean = ratio_logs[k] / n_ratios[k]
    half = half_over_tables(k)
    return mean - half >= log(limit) ? 1 : mean + half <= log(limit) ? 0 : -1
}

# Is K at least the limit? 1: yes; 0: no; -1: cannot tell.
function at_least(k, limit) {
    return side_of(k, limit)
}

function at_most(k, limit,    is) {
    is = side_of(k, limit)
    return is == -1 ? -1 : !is
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
