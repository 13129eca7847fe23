# evaluate.awk: lines of judge.sh -> blocks of README.md. limit: how much slower than the
# best rival is too slow; calls: of a phase of flip; plots: where points are written.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    fields("mpis", "openmpi mpich")
    fields("buffers", "warm cold")
    # Groups of sizes, and how many times faster than the library is aimed at.
    fields("least", "1 256 8192 262144")
    fields("most", "64 4096 65536 16777216")
    fields("aim", "1.4 2.0 1.3 1.6")
    mpich_aim = 2.5 # of the first group
}

function fields(name, text,    a, i) {
    length_of[name] = split(text, a, " ")
    for (i = 1; i <= length_of[name]; i++)
        item[name, i] = a[i]
}

# Once each, in the order in which they come.
function remember(list, value) {
    if ((list, value) in known)
        return
    known[list, value] = 1
    item[list, ++length_of[list]] = value
}

# ---- lines -------------------------------------------------------------------

$1 == "time" {
    split($2, cell, " ")
    remember("cells " cell[1], $2)
    remember("rows " $2, $4 " " $5)
    k = $2 SUBSEP $4 " " $5 SUBSEP $6
    seconds[k] = $7
    ratio_to_first[k] = $8
    first_lo[k] = $9
    first_hi[k] = $10
    remember("ways " $2, $6)
}

# Of a rival; one that is known beforehand is part of the key.
$1 == "ratio" {
    split($2, cell, " ")
    rival = cell[1] == "crowd" ? $6 : ""
    k = $2 SUBSEP $3 SUBSEP $4 " " $5 SUBSEP rival
    remember("cells " cell[1], $2)
    remember("parts " $2, $3)
    remember("judged " $2 " " $3 " " rival, $4 " " $5)
    best[k] = $6
    runs[k] = $7
    ratio[k] = $8
    lo[k] = $9
    hi[k] = $10
    slower[k] = $11 == "slower"
    # With fewer runs nothing could be shown.
    is_judged[k] = $9 != "-" && $7 >= 6
}

# A phase of a start, after the one before it: is it another of kernel and memory that
# is faster?
$1 == "flip" {
    k = $2 SUBSEP $4
    if ($3 != "before") {
        starts[$2, $3]++
        if (($5 == "pull") != was_pull[k])
            flipped($2, $3, $6)
    }
    was_pull[k] = $5 == "pull"
}

$1 == "made" {
    i = ++n_made[$2, $4]
    made[$2, $4, i] = $5
}

# How many calls until the learner's median of a twentieth was within the limit of the
# better way's.
function flipped(mpi, phase, text,    a, i, n) {
    n = split(text, a, ",")
    flips[mpi, phase]++
    for (i = 1; i <= n; i++)
        points[mpi, phase, i, flips[mpi, phase]] = a[i]
    for (i = 1; i <= n && a[i] > limit + 0; i++)
        ;
    took[mpi, phase, flips[mpi, phase]] = i * calls / n
    curve_length = n
}

# ---- texts -------------------------------------------------------------------

function number(x, format) {
    return x == "-" || x == "" ? "-" : sprintf(format, x)
}

function interval_text(x, from, to) {
    return number(x, "%.2f") \
        (from == "-" || to == "-" ? "" : sprintf(" [%.2f, %.2f]", from, to))
}

function inverse(x) {
    return x == "-" || x == "" || x == 0 ? "-" : 1 / x
}

function us(x) {
    return x == "-" || x == "" ? "-" : sprintf(1e6 * x < 1000 ? "%.3g" : "%.0f", 1e6 * x)
}

function head(text,    a, i, n) {
    n = split(text, a, "|")
    printf "\n|"
    for (i = 1; i <= n; i++)
        printf " %s |", a[i]
    printf "\n|"
    for (i = 1; i <= n; i++)
        printf " --- |"
    print ""
}

function size_of(row,    a) {
    split(row, a, " ")
    return bytes_name(a[2])
}

# "mpich, cold", with the number of ranks where that is not 2.
function cell_name(c,    a) {
    split(c, a, " ")
    sub(":", ", ", a[4])
    return a[2] (a[4] == "-" ? "" : ", " a[4]) \
        (a[3] == "-" || a[3] == 2 ? "" : ", " a[3] " ranks")
}

# The middle of n values of a table; they are sorted in v[].
function middle(table, key, n,    i) {
    for (i = 1; i <= n; i++)
        v[i] = table[key, i]
    sorted(v, n)
    return n > 0 ? quantile(v, n, 0.5) : "-"
}

# ---- the best at each size ---------------------------------------------------

function best_table(c,    i, r, k, b, n) {
    printf "\n%s:\n", cell_name(c)
    head("size|native, us|auto, us|native / auto|best rival|auto / best|above " limit)
    n = length_of["rows " c]
    for (i = 1; i <= n; i++) {
        r = item["rows " c, i]
        k = c SUBSEP r SUBSEP "auto"
        b = c SUBSEP "all" SUBSEP r SUBSEP ""
        printf "| %s | %s | %s | %s | %s | %s | %s |\n", size_of(r),
            us(seconds[c, r, "native"]), us(seconds[k]),
            interval_text(inverse(ratio_to_first[k]), inverse(first_hi[k]),
                inverse(first_lo[k])),
            (b in best) ? best[b] : "-", (b in best) ? interval_text(ratio[b], lo[b], hi[b]) : "-",
            above(b)
        best_points(c, r, k, b)
    }
}

function above(k) {
    if (!(k in best) || !is_judged[k])
        return "-"
    return slower[k] ? "**yes**" : "no"
}

function best_points(c, r, k, b,    a) {
    split(r, a, " ")
    if (inverse(ratio_to_first[k]) != "-")
        print cell_name(c) "\t" a[2] "\t" inverse(ratio_to_first[k]) >(plots "-native")
    if ((b in best) && is_judged[b])
        print cell_name(c) "\t" a[2] "\t" ratio[b] "\t" \
            (lo[b] == "-" ? ratio[b] : lo[b]) "\t" (hi[b] == "-" ? ratio[b] : hi[b]) \
            >(plots "-best")
}

function best_tables(    i) {
    print "@best"
    for (i = 1; i <= length_of["cells best"]; i++)
        best_table(item["cells best", i])
}

# How many of the judged_rows of a cell's part are above the limit; names in `names`. Of
# the others `open` are those whose interval reaches beyond it, or that have none; `lacking`
# are rows with too few runs, or without a ratio.
function count_slower(c, part, rival,    i, r, k, n) {
    names = ""
    judged_rows = open = lacking = 0
    for (i = 1; part == "all" && i <= length_of["rows " c]; i++)
        lacking += !((c, part, item["rows " c, i], rival) in best)
    for (i = 1; i <= length_of["judged " c " " part " " rival]; i++) {
        r = item["judged " c " " part " " rival, i]
        k = c SUBSEP part SUBSEP r SUBSEP rival
        if (!is_judged[k]) {
            lacking++
            continue
        }
        judged_rows++
        if (!slower[k]) {
            open += hi[k] == "-" || hi[k] > limit + 0
            continue
        }
        n++
        names = names (names == "" ? "" : ", ") size_of(r) (rival == "" \
            ? " " best[k] : ", " r + 0 " ranks,") " " interval_text(ratio[k], lo[k], hi[k])
    }
    return n + 0
}

function listed() {
    return (names == "" ? "" : ": " names) (open == 0 ? "" \
        : "; not shown to be within: " open) (lacking == 0 ? "" \
        : "; with too few runs: " lacking)
}

function states(    i, j, c, part, n) {
    print "@states"
    head("cell|state|sizes|slower than " limit " of the best")
    for (i = 1; i <= length_of["cells best"]; i++) {
        c = item["cells best", i]
        for (j = 1; j <= length_of["parts " c]; j++) {
            part = item["parts " c, j]
            if (part == "all")
                continue
            n = count_slower(c, part, "")
            printf "| %s | %s | %d | %s |\n", cell_name(c), part, judged_rows,
                judged_rows == 0 ? "-" : n == 0 ? "none" : names
        }
    }
}

function best_targets(    i, c, n) {
    if (length_of["cells best"] == 0)
        target("sizes slower than the best rival", 0, 0, "none")
    for (i = 1; i <= length_of["cells best"]; i++) {
        c = item["cells best", i]
        n = count_slower(c, "all", "")
        target(sprintf("sizes slower than %s of the best rival, %s: %d of %d%s", limit,
            cell_name(c), n, judged_rows, listed()), judged_rows, n + lacking == 0,
            "none: no lower limit above " limit)
    }
}

# Geometric mean over the sizes of a group of how many times faster than native; in
# n_group how many there are. They are of the same runs: in `wide` the mean of their
# intervals' halves, "-" if a size has none.
function group_mean(c, g,    i, r, a, x, sum) {
    n_group = wide = 0
    for (i = 1; i <= length_of["rows " c]; i++) {
        r = item["rows " c, i]
        split(r, a, " ")
        x = ratio_to_first[c, r, "auto"]
        if (a[2] < item["least", g] + 0 || a[2] > item["most", g] + 0 || x == "-" || x == "")
            continue
        n_group++
        sum -= log(x)
        if (first_lo[c, r, "auto"] == "-" || first_hi[c, r, "auto"] == "-")
            wide = "-"
        else if (wide != "-")
            wide += log(first_hi[c, r, "auto"] / first_lo[c, r, "auto"]) / 2
    }
    if (wide != "-" && n_group > 0)
        wide /= n_group
    return n_group > 0 ? exp(sum / n_group) : 0
}

function group_name(g) {
    return g == 1 ? "up to " bytes_name(item["most", g]) \
        : g == length_of["least"] ? bytes_name(item["least", g]) " and more" \
        : bytes_name(item["least", g]) " to " bytes_name(item["most", g])
}

function aim_of(c, g) {
    return g == 1 && c ~ / mpich / ? mpich_aim : item["aim", g]
}

function means(    i, c, g, x) {
    print "@means"
    printf "\n|  |"
    for (g = 1; g <= length_of["least"]; g++)
        printf " %s | aim |", group_name(g)
    printf "\n| --- |"
    for (g = 1; g <= length_of["least"]; g++)
        printf " --- | --- |"
    print ""
    for (i = 1; i <= length_of["cells best"]; i++) {
        c = item["cells best", i]
        if (c ~ /:/)
            continue
        printf "| %s |", cell_name(c)
        for (g = 1; g <= length_of["least"]; g++) {
            x = group_mean(c, g)
            printf " %s | %s |", n_group == 0 ? "-" \
                : sprintf(x < aim_of(c, g) ? "**%.2f**" : "%.2f", x), aim_of(c, g)
        }
        print ""
    }
}

# As at_least() says it.
function mean_told(x, aim) {
    return wide == "-" ? -1 : x * exp(-wide) >= aim ? 1 : x * exp(wide) < aim ? 0 : -1
}

function mean_text(x) {
    return wide == "-" ? sprintf("%.2f", x) \
        : interval_text(x, x * exp(-wide), x * exp(wide))
}

function mean_targets(    i, c, g, x) {
    for (i = 1; i <= length_of["cells best"]; i++) {
        c = item["cells best", i]
        if (c ~ /:/ || c !~ /^best [a-z]+ 2 /)
            continue
        for (g = 1; g <= length_of["least"]; g++) {
            x = group_mean(c, g)
            target_told(sprintf("times faster than native, %s, %s: %s", cell_name(c),
                group_name(g), mean_text(x)), n_group, mean_told(x, aim_of(c, g)),
                "at least " aim_of(c, g))
        }
    }
}

# ---- the first calls ---------------------------------------------------------

function first(    i, j, c, r, k, b) {
    print "@first"
    for (i = 1; i <= length_of["cells first"]; i++) {
        c = item["cells first", i]
        printf "\n%s:\n", cell_name(c)
        head("size|native, us|auto, us|native / auto|best fixed way|auto / best")
        for (j = 1; j <= length_of["rows " c]; j++) {
            r = item["rows " c, j]
            k = c SUBSEP r SUBSEP "auto"
            b = c SUBSEP "all" SUBSEP r SUBSEP ""
            printf "| %s | %s | %s | %s | %s | %s |\n", size_of(r),
                us(seconds[c, r, "native"]), us(seconds[k]),
                interval_text(inverse(ratio_to_first[k]), inverse(first_hi[k]),
                    inverse(first_lo[k])),
                (b in best) ? best[b] : "-",
                (b in best) ? interval_text(ratio[b], lo[b], hi[b]) : "-"
        }
    }
    print "@made"
    head("MPI|auto, ms|ring, ms|pull, ms")
    for (i = 1; i <= length_of["mpis"]; i++) {
        c = item["mpis", i]
        if ((c, "auto") in n_made)
            printf "| %s | %s | %s | %s |\n", c, made_ms(c, "auto"), made_ms(c, "ring"),
                made_ms(c, "pull")
    }
}

function made_ms(mpi, way,    x) {
    x = middle(made, mpi SUBSEP way, n_made[mpi, way] + 0)
    return x == "-" ? "-" : sprintf("%.2f", x / 1e9)
}

# ---- flips, looking, crowds --------------------------------------------------

function calls_text(x) {
    return x == "-" ? "-" : x > calls + 0 ? "over " calls : sprintf("%d", x)
}

function flip_line(mpi, phase,    c, n, t, i, k) {
    c = "flip " mpi " - " phase
    n = flips[mpi, phase] + 0
    t = middle(took, mpi SUBSEP phase, n)
    printf "| %s | %s | %d of %d | %s | %s |", mpi, phase, n, starts[mpi, phase],
        calls_text(t), (n > 0 ? calls_text(v[n]) : "-")
    for (i = 1; i <= length_of["judged " c " all "]; i++) {
        k = c SUBSEP "all" SUBSEP item["judged " c " all ", i] SUBSEP ""
        printf "%s %s %s%s", (i > 1 ? "," : ""), size_of(item["judged " c " all ", i]),
            interval_text(ratio[k], lo[k], hi[k]), slower[k] ? " **above**" : ""
    }
    print " |"
    for (i = 1; n > 0 && i <= curve_length; i++)
        print mpi ", " phase "\t" (i - 0.5) * calls / curve_length "\t" \
            middle(points, mpi SUBSEP phase SUBSEP i, n) >(plots "-flip")
}

function flips_table(    m, mpi) {
    print "@flip"
    head("MPI|phase|the better way changed|calls until within " limit ", median|most|auto / better after " calls)
    for (m = 1; m <= length_of["mpis"]; m++) {
        mpi = item["mpis", m]
        if ((mpi, "slow") in starts) {
            flip_line(mpi, "slow")
            flip_line(mpi, "back")
        }
    }
}

function flip_target(c,    n) {
    n = count_slower(c, "all", "")
    target(sprintf("sizes slower than %s of the better way, %d calls after a flip, " \
        "%s: %d of %d%s", limit, calls, cell_name(c), n, judged_rows, listed()),
        judged_rows, n + lacking == 0, "none")
}

# Where the better way never changed there is nothing to judge: no figure.
function flip_targets(    m, mpi, n) {
    for (m = 1; m <= length_of["mpis"]; m++) {
        mpi = item["mpis", m]
        if (!((mpi, "slow") in starts))
            continue
        n++
        flip_target("flip " mpi " - slow")
        flip_target("flip " mpi " - back")
    }
    if (n == 0)
        target("the better way after a flip", 0, 0, "within " limit)
}

# Geometric mean over the sizes of auto's time to that of the best fixed way of its start,
# less 1. Sizes are measured in starts of their own: in `wide` half of the mean's interval,
# "-" if a size has none.
function looking(c,    i, k, sum, squares, n) {
    wide = 0
    for (i = 1; i <= length_of["judged " c " all "]; i++) {
        k = c SUBSEP "all" SUBSEP item["judged " c " all ", i] SUBSEP ""
        if (ratio[k] == "-")
            continue
        n++
        sum += log(ratio[k])
        if (lo[k] == "-" || hi[k] == "-")
            wide = "-"
        else
            squares += (log(hi[k] / lo[k]) / 2) ^ 2
    }
    judged_rows = n + 0
    if (wide != "-" && n > 0)
        wide = sqrt(squares) / n
    return n > 0 ? exp(sum / n) - 1 : 0
}

function steady(    i, j, c, r, k) {
    print "@steady"
    head("MPI|size|auto / best fixed way")
    for (i = 1; i <= length_of["cells steady"]; i++) {
        c = item["cells steady", i]
        for (j = 1; j <= length_of["judged " c " all "]; j++) {
            r = item["judged " c " all ", j]
            k = c SUBSEP "all" SUBSEP r SUBSEP ""
            printf "| %s | %s | %s |\n", cell_name(c), size_of(r),
                number(ratio[k], "%.3f") (lo[k] == "-" ? "" \
                    : sprintf(" [%.3f, %.3f]", lo[k], hi[k]))
        }
    }
}

# Percent, and their interval.
function looking_text(x) {
    return wide == "-" ? sprintf("%.2f %%", 100 * x) \
        : sprintf("%.2f %% [%.2f, %.2f]", 100 * x, 100 * ((1 + x) * exp(-wide) - 1),
            100 * ((1 + x) * exp(wide) - 1))
}

function steady_targets(    i, c, x, told) {
    if (length_of["cells steady"] == 0)
        target("share of looking", 0, 0, "below 1 %")
    for (i = 1; i <= length_of["cells steady"]; i++) {
        c = item["cells steady", i]
        x = looking(c)
        told = wide == "-" ? -1 : (1 + x) * exp(wide) < 1.01 ? 1 \
            : (1 + x) * exp(-wide) >= 1.01 ? 0 : -1
        target_told(sprintf("share of looking in the time, %s: %s", cell_name(c),
            looking_text(x)), judged_rows, told, "below 1 %")
    }
}

function crowd(    i, j, c, r, rival, k, a) {
    print "@crowd"
    head("MPI|ranks|size|before, us a call|auto, us a call|auto / before|auto / learn=0")
    for (i = 1; i <= length_of["cells crowd"]; i++) {
        c = item["cells crowd", i]
        for (j = 1; j <= length_of["rows " c]; j++) {
            r = item["rows " c, j]
            split(r, a, " ")
            printf "| %s | %s | %s | %s | %s |", cell_name(c), a[1], size_of(r),
                us(seconds[c, r, "old"] / calls_loop), us(seconds[c, r, "auto"] / calls_loop)
            for (rival = 1; rival <= 2; rival++) {
                k = c SUBSEP "all" SUBSEP r SUBSEP (rival == 1 ? "old" : "fixed")
                printf " %s |", (k in best) ? interval_text(ratio[k], lo[k], hi[k]) \
                    (slower[k] ? " **above**" : "") : "-"
            }
            print ""
        }
    }
}

function crowd_targets(    i, c, rival, n) {
    if (length_of["cells crowd"] == 0)
        target("more ranks than cores", 0, 0, "none slower")
    for (i = 1; i <= length_of["cells crowd"]; i++) {
        c = item["cells crowd", i]
        for (rival = 1; rival <= 2; rival++) {
            n = count_slower(c, "all", rival == 1 ? "old" : "fixed")
            target(sprintf("loops slower than %s of %s, %s: %d of %d%s", limit,
                rival == 1 ? "the release before" : "learn=0", cell_name(c), n,
                judged_rows, listed()), judged_rows, n + lacking == 0, "none")
        }
    }
}

END {
    best_tables()
    states()
    means()
    first()
    flips_table()
    steady()
    crowd()
    print "@targets"
    best_targets()
    mean_targets()
    flip_targets()
    steady_targets()
    crowd_targets()
}
