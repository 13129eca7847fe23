# gains.awk: lines of gain_lines -> blocks @gains, @gain-targets, @verified. goals:
# "SIZE:GAIN ..." that `both` is to reach. Sizes are BYTES or BYTES+GAP.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    n_algos = split("datatype fixed merge both", algos, " ")
    n_goals = split(goals, words, " ")
    for (i = 1; i <= n_goals; i++) {
        split(words[i], word, ":")
        goal[word[1]] = word[2]
    }
}

function remember(mpi, bytes) {
    if (!((mpi, bytes) in seen)) {
        seen[mpi, bytes] = 1
        n_cells++
        cell_mpi[n_cells] = mpi
        cell_bytes[n_cells] = bytes
    }
}

function size_name(size,    part) {
    return split(size, part, "+") == 2 ? bytes_name(part[1]) ", " part[2] " B apart" \
                                       : bytes_name(size)
}

# Of each table the ratio; a mean is one of logarithms.
$1 == "gain" && $6 != "-" {
    remember($2, $3)
    k = $2 SUBSEP $3 SUBSEP $4 SUBSEP $5
    n[k]++
    sum[k] -= log($6)
    interval(k, $7, $8, $6)
}
$1 == "gain" && $5 == $4 && $9 != "-" {
    own[$2, $3, $4]++
    own_sum[$2, $3, $4] += log($9)
}
$1 == "verify" && ($6 == "-" || $7 + 0 == 0) {
    not_run = not_run " " $5 " (" $2 ", " size_name($3) ")"
    next
}
$1 == "verify" {
    checked++
    wrong += $6 > 0
}

function over(mpi, bytes, i, algo) {
    return mpi SUBSEP bytes SUBSEP (i == 1 ? "direct" : "window") SUBSEP algo
}

# Is there a gain over both? In `got` that over the better one.
function gain(mpi, bytes, algo,    i, k, one) {
    for (i = 1; i <= 2; i++) {
        k = over(mpi, bytes, i, algo)
        if (!(k in n))
            return 0
        one = exp(sum[k] / n[k])
        got = i == 1 || one < got ? one : got
    }
    return 1
}

function time_of(mpi, bytes, rival,    k) {
    k = mpi SUBSEP bytes SUBSEP rival
    return k in own ? sprintf("%.3g", 1e6 * exp(own_sum[k] / own[k])) : "-"
}

function gains(    c, a) {
    print "@gains"
    printf "| MPI | size | direct, us | window, us |"
    for (a = 1; a <= n_algos; a++)
        printf " %s |", algos[a]
    printf "\n| --- | --- | --- | --- |"
    for (a = 1; a <= n_algos; a++)
        printf " --- |"
    print ""
    for (c = 1; c <= n_cells; c++) {
        printf "| %s | %s | %s | %s |", cell_mpi[c], size_name(cell_bytes[c]),
            time_of(cell_mpi[c], cell_bytes[c], "direct"),
            time_of(cell_mpi[c], cell_bytes[c], "window")
        for (a = 1; a <= n_algos; a++)
            printf " %s |", gain(cell_mpi[c], cell_bytes[c], algos[a]) \
                ? sprintf("%.2f", got) : "-"
        print ""
        drawn(c)
    }
}

function drawn(c) {
    if (cell_bytes[c] !~ /[+]/ && gain(cell_mpi[c], cell_bytes[c], "both"))
        print cell_mpi[c], cell_bytes[c], got >plot
}

# Is the time over either one's at most so much? As at_most() says it.
function at_most_of_both(mpi, bytes, algo, limit,    i, told, all) {
    all = 1
    for (i = 1; i <= 2; i++) {
        told = at_most(over(mpi, bytes, i, algo), limit)
        all = all == 0 || told == 0 ? 0 : all == -1 ? -1 : told
    }
    return all
}

function gain_targets(    c, b, has) {
    print "@gain-targets"
    for (c = 1; c <= n_cells; c++) {
        b = cell_bytes[c]
        if (!(b in goal))
            continue
        has = gain(cell_mpi[c], b, "both")
        target_told(sprintf("`both` over the better of direct and window, %s, %s: %s",
            cell_mpi[c], size_name(b), has ? sprintf("%.2f", got) : "-"), has,
            at_most_of_both(cell_mpi[c], b, "both", 1 / goal[b]),
            "at least " goal[b])
    }
}

END {
    gains()
    gain_targets()
    print "@verified"
    target(sprintf("cases with every byte checked: %d, with a wrong one: %d", checked,
        wrong), checked, wrong == 0, "none wrong")
    if (not_run != "")
        print "- not checked:" not_run
}
