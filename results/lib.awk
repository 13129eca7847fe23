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

# From where to where K lies, in range_low and range_high; 0 where nobody knows: over the
# intervals of all tables. Where a table has none, the interval of the mean over the
# tables, of three or more, counts as well; not where no ratio was given to interval().
function range_of(k,    mean, half) {
    if (!(k in lowest) && !(k in unbounded) || k in unbounded && n_ratios[k] < 3)
        return 0
    if (k in unbounded) {
        mean = ratio_logs[k] / n_ratios[k]
        half = half_over_tables(k)
        range_low = exp(mean - half)
        range_high = exp(mean + half)
    }
    if (k in lowest && (!(k in unbounded) || lowest[k] < range_low))
        range_low = lowest[k]
    if (k in lowest && (!(k in unbounded) || highest[k] > range_high))
        range_high = highest[k]
    return 1
}

# Is K at least the limit? 1: yes; 0: no; -1: cannot tell.
function at_least(k, limit) {
    return !range_of(k) ? -1 : range_low >= limit ? 1 : range_high < limit ? 0 : -1
}

function at_most(k, limit) {
    return !range_of(k) ? -1 : range_high <= limit ? 1 : range_low > limit ? 0 : -1
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
