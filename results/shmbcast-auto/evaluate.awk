# evaluate.awk: is shmbcast-auto as fast as the fastest? With ../lib.awk, on lines
#   time, MPI, RUN, BUFFER, METHOD, BYTES, ALGORITHM, SECONDS, ONE-WAY
#   create, MPI, CALIBRATE, RANKS, MS, LEAST, MOST
#   coll, MPI, RUN, BUFFER, OPERATION, BYTES, ALGORITHM, SECONDS, ONE-WAY
#   first, MPI, PRELOADED, PLACE, BYTES, US
# blocks of README.md, and lines "MPI BYTES RIVAL TIME" (relative to auto) in `plot`.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    nmpis = split("openmpi mpich", mpis, " ")
    nrivals = split("native slot slot-pull ring past queue default paper collsm mvapich", rivals, " ")
    nothers = split("other-off other-warm other-cold", others, " ")
    nmethods = split("window free barrier", methods, " ")
    nbuffers = split("warm cold", buffers, " ")
    name["openmpi"] = "Open MPI"
    name["mpich"] = "MPICH"
}

# Sums of logarithms over runs of even and of odd numbers.
$1 == "time" {
    key = $2 SUBSEP $6 SUBSEP $7 SUBSEP $4 SUBSEP $5 SUBSEP $3 % 2
    logs[key] += log($8)
    count[key]++
    if (!(($2, $6) in known)) {
        known[$2, $6] = 1
        size[$2, ++sizes[$2]] = $6 + 0
    }
    if ($9 > 0) {
        if (!($2 in near) || $9 < near[$2])
            near[$2] = $9
        if ($9 > far[$2])
            far[$2] = $9
    }
}

# A row: what was measured beside each other. The distance of a run's first row is the one
# that handles were made at.
$1 == "time" {
    run = $2 SUBSEP $3 SUBSEP $4
    if (!(run in made_at))
        made_at[run] = far_or_near($9)
    row = run SUBSEP $5 SUBSEP $6
    row_log[row, $7] = log($8)
    if ($7 == "auto") {
        rows[++nrows] = row
        row_mpi[nrows] = $2
        row_bytes[nrows] = $6
        row_states[nrows] = made_at[run] "|" far_or_near($9)
    }
}

# Ratios of a run, by distance of the cores and of all.
$1 == "coll" {
    row = $2 SUBSEP $3 SUBSEP $4 SUBSEP $5 SUBSEP $6
    coll[row, $7] = $8
    if ((row, "native") in coll && (row, "shm") in coll) {
        ratio = " " coll[row, "native"] / coll[row, "shm"]
        ratios[$2, $4, $5, $6, far_or_near($9)] = ratios[$2, $4, $5, $6, far_or_near($9)] ratio
        ratios[$2, $4, $5, $6, "all"] = ratios[$2, $4, $5, $6, "all"] ratio
    }
}

$1 == "first" { us[$2, $5, $3, $4] = us[$2, $5, $3, $4] " " $6 }

function far_or_near(ns) {
    return ns < 120 ? "near" : "far"
}

$1 == "create" { made[++nmade] = $2 "\t" $3 "\t" $4 "\t" $5 "\t" $6 "\t" $7 }

# of(MPI, BYTES, ALGORITHM, BUFFER, METHOD, HALF): the mean logarithm, in `got`; half 2: of
# all runs. Returns whether there is one.
function of(m, b, a, buffer, method, half,    key, h, n, sum) {
    for (h = 0; h <= 1; h++) {
        key = m SUBSEP b SUBSEP a SUBSEP buffer SUBSEP method SUBSEP h
        if (half != 2 && half != h || !(key in count))
            continue
        n += count[key]
        sum += logs[key]
    }
    if (n > 0)
        got = sum / n
    return n > 0
}

# six(MPI, BYTES, ALGORITHM, HALF [, BUFFER]): over methods and buffers, in `got`.
function six(m, b, a, half, only,    i, k, sum, n) {
    for (i = 1; i <= nbuffers; i++)
        for (k = 1; k <= nmethods; k++) {
            if (only != "" && buffers[i] != only)
                continue
            if (!of(m, b, a, buffers[i], methods[k], half))
                return 0
            sum += got
            n++
        }
    got = sum / n
    return 1
}

# The fastest of the runs of even number, with auto among them.
function best_of(m, b,    r, best, log_of) {
    if (!six(m, b, "auto", 0))
        return ""
    best = "auto"
    log_of = got
    for (r = 1; r <= nrivals; r++)
        if (six(m, b, rivals[r], 0) && got < log_of) {
            best = rivals[r]
            log_of = got
        }
    return best
}

function order(m,    i, a, n) {
    n = sizes[m]
    for (i = 1; i <= n; i++)
        a[i] = size[m, i]
    sorted(a, n)
    for (i = 1; i <= n; i++)
        size[m, i] = a[i]
}

# Of two that `of` or `six` gave as logarithms.
function times(x, y) {
    return sprintf("%.2f", exp(x - y))
}

function table(m,    i, b, best, auto, us, k, row, ratio) {
    printf "| %s: bytes | auto, us | native / auto, window, warm | cold | auto / fastest | fastest | off / auto | warm / auto | cold / auto |\n", name[m]
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= sizes[m]; i++) {
        b = size[m, i]
        if (!of(m, b, "auto", "warm", "window", 2))
            continue
        us = got
        row = sprintf("| %d | %.3g |", b, exp(us) * 1e6)
        row = row " " (of(m, b, "native", "warm", "window", 2) ? times(got, us) : "-") " |"
        if (of(m, b, "auto", "cold", "window", 2)) {
            auto = got
            row = row " " (of(m, b, "native", "cold", "window", 2) ? times(got, auto) : "-") " |"
        } else {
            row = row " - |"
        }
        best = best_of(m, b)
        fastest[m, b] = best
        if (best != "" && six(m, b, "auto", 1)) {
            auto = got
            six(m, b, best, 1)
            ratio = exp(auto - got)
            judged[m]++
            over5[m] += ratio > 1.05
            over10[m] += ratio > 1.10
            worst[m] = ratio > worst[m] ? ratio : worst[m]
            row = row (ratio > 1.05 ? sprintf(" **%.2f** |", ratio) : sprintf(" %.2f |", ratio)) \
                " " best " |"
        } else {
            row = row " - | - |"
        }
        if (six(m, b, "auto", 2)) {
            auto = got
            for (k = 1; k <= nothers; k++)
                row = row " " (six(m, b, others[k], 2) ? times(got, auto) : "-") " |"
            for (k = 1; k <= nrivals; k++)
                if (six(m, b, rivals[k], 2))
                    print name[m] "\t" b "\t" rivals[k] "\t" exp(got - auto) >plot
        }
        print row
        native(m, b)
    }
}

# Geometric mean of native / auto by window, warm, over classes of sizes.
function native(m, b,    auto, c) {
    if (!of(m, b, "auto", "warm", "window", 2))
        return
    auto = got
    if (!of(m, b, "native", "warm", "window", 2))
        return
    c = b <= 64 ? "up to 64 B" : b < 256 ? "" : b <= 4096 ? "256 B to 4 KiB" : b < 8192 ? "" : \
        b <= 65536 ? "8 to 64 KiB" : b < 262144 ? "" : "from 256 KiB"
    if (c != "") {
        class_logs[m, c] += got - auto
        class_n[m, c]++
    }
    if (b == 1024)
        at_1k[m] = exp(got - auto)
}

function classes(    c, i, k, list) {
    split("up to 64 B;256 B to 4 KiB;8 to 64 KiB;from 256 KiB", list, ";")
    print "@classes"
    print "| native / auto, window, warm | " list[1] " | " list[2] " | " list[3] " | " list[4] " | 1 KiB |"
    print "| --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= nmpis; i++) {
        printf "| %s |", name[mpis[i]]
        for (k = 1; k <= 4; k++)
            printf " %s |", class_n[mpis[i], list[k]] ? \
                sprintf("%.2f", exp(class_logs[mpis[i], list[k]] / class_n[mpis[i], list[k]])) : "-"
        printf " %s |\n", mpis[i] in at_1k ? sprintf("%.2f", at_1k[mpis[i]]) : "-"
    }
}

# What it costs that the cores change their distance after a handle was made.
function changed(    i, k, m, n, sums, rows_of, list) {
    for (i = 1; i <= nrows; i++) {
        k = row_mpi[i] "|" row_states[i]
        m = fastest[row_mpi[i], row_bytes[i]]
        if (!((rows[i], m) in row_log))
            continue
        rows_of[k]++
        sums[k] += row_log[rows[i], "auto"] - row_log[rows[i], m]
    }
    print "@changed"
    print "| handle made, used | near, near | near, far | far, far | far, near |"
    print "| --- | --- | --- | --- | --- |"
    n = split("near|near near|far far|far far|near", list, " ")
    for (m = 1; m <= nmpis; m++) {
        printf "| %s |", name[mpis[m]]
        for (i = 1; i <= n; i++) {
            k = mpis[m] "|" list[i]
            if (rows_of[k])
                printf " %.2f (%d) |", exp(sums[k] / rows_of[k]), rows_of[k]
            else
                printf " - |"
        }
        print ""
    }
}

function median_of(list,    a, n) {
    n = split(list, a, " ")
    sorted(a, n)
    return quantile(a, n, 0.5)
}

function firsts(    i, b, with, place, sum, row) {
    print "@first"
    print "| MPI | bytes | calls | first | 2 to 10, sum | after 1010 |"
    print "| --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= nmpis; i++)
        for (b = 8; b <= 65536; b *= 8192)
            for (with = 0; with <= 1; with++) {
                row = mpis[i] SUBSEP b SUBSEP (with ? "true" : "false")
                if (!((row, 1) in us))
                    continue
                sum = 0
                for (place = 2; place <= 10; place++)
                    sum += median_of(us[row, place])
                printf "| %s | %d | %s | %.3g | %.3g | %.3g |\n", name[mpis[i]], b,
                    with ? "preloaded" : "of the MPI library", median_of(us[row, 1]), sum,
                    median_of(us[row, 1011])
            }
}

# ratio_of(MPI, BUFFER, OPERATION, BYTES, DISTANCE): the median over runs and, in `least`,
# `most` and `runs`, their range and number. 0: there are none.
function ratio_of(m, buffer, op, bytes, distance,    a, middle) {
    runs = split(ratios[m, buffer, op, bytes, distance], a, " ")
    if (runs == 0)
        return 0
    sorted(a, runs)
    middle = quantile(a, runs, 0.5)
    least = a[1]
    most = a[runs]
    return middle
}

function colls(buffer,    i, k, d, s, op, row, r, seen, any) {
    split("8 64 1024 4096 16384 65536 262144 1048576 4194304 16777216", coll_size, " ")
    split("barrier allreduce reduce allgather", coll_op, " ")
    split("near far", distance, " ")
    print "| native / shm, " buffer " | cores | 8 B | 64 B | 1 KiB | 4 KiB | 16 KiB | 64 KiB | 256 KiB | 1 MiB | 4 MiB | 16 MiB |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= nmpis; i++)
        for (k = 1; k <= 4; k++)
            for (d = 1; d <= 2; d++) {
                row = ""
                any = 0
                for (s = 1; s <= 10; s++) {
                    r = coll_op[k] == "barrier" ? \
                        (s == 1 ? ratio_of(mpis[i], buffer, "barrier", 0, distance[d]) : 0) : \
                        ratio_of(mpis[i], buffer, coll_op[k], coll_size[s], distance[d])
                    any += r > 0
                    row = row (r > 0 ? sprintf(r < 1 ? " **%.2f** (%.2g-%.2g) |" : \
                        " %.2f (%.2g-%.2g) |", r, least, most) : " - |")
                }
                if (any)
                    print "| " name[mpis[i]] " " coll_op[k] " | " distance[d] " |" row
            }
}

# A target of native / shm with warm buffers: the least over sizes of LIST.
function coll_target(m, op, list, goal,    a, n, s, r, worst_of, have) {
    n = split(list, a, " ")
    for (s = 1; s <= n; s++) {
        r = ratio_of(m, "warm", op, a[s], "all")
        if (r > 0 && (!have || r < worst_of))
            worst_of = r
        have += r > 0
    }
    target(sprintf("%s: native / %s:shm, %s: at least %.2f", name[m], op,
        op == "barrier" ? "any" : list " bytes", worst_of), have, worst_of >= goal, \
        "at least " goal)
}

function coll_targets(m,    mpich) {
    mpich = m == "mpich"
    coll_target(m, "barrier", "0", mpich ? 3 : 1.5)
    coll_target(m, "allreduce", "8 64", mpich ? 2 : 1.7)
    coll_target(m, "allreduce", "1024", mpich ? 2.5 : 1.7)
    coll_target(m, "allreduce", "65536 262144 1048576", 2)
    coll_target(m, "reduce", "8 64 1024 4096 16384 65536 262144 1048576 4194304 16777216", 1)
    if (mpich)
        coll_target(m, "reduce", "1048576", 6)
    coll_target(m, "allgather", "8 64 1024 4096 16384 65536 262144 1048576 4194304 16777216", 1.5)
}

END {
    print "@coll"
    colls("warm")
    print "@coll-cold"
    colls("cold")
    print "@coll-targets"
    for (i = 1; i <= nmpis; i++)
        coll_targets(mpis[i])
    for (i = 1; i <= nmpis; i++) {
        m = mpis[i]
        order(m)
        print "@" m
        table(m)
    }
    classes()
    print "@targets"
    for (i = 1; i <= nmpis; i++) {
        m = mpis[i]
        target(sprintf("%s: sizes at which auto takes over 1.05 of the fastest's time: %d of %d",
            name[m], over5[m], judged[m]), judged[m], over5[m] <= judged[m] / 10, "at most 1 of 10")
        target(sprintf("%s: over 1.10: %d, at most %.2f", name[m], over10[m], worst[m]), judged[m],
            over10[m] == 0, "none")
        target(sprintf("%s: native / auto at 1 KiB, window, warm: %.2f", name[m], at_1k[m]),
            m in at_1k, at_1k[m] >= 2, "at least 2.0")
    }
    print "@create"
    print "| MPI | ranks | handle | ms, median | least | most |"
    print "| --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= nmade; i++) {
        split(made[i], f, "\t")
        printf "| %s | %s | %s | %.3g | %.3g | %.3g |\n", name[f[1]], f[3],
            "calibrate=" f[2], f[4], f[5], f[6]
    }
    firsts()
    changed()
    print "@distance"
    for (i = 1; i <= nmpis; i++)
        if (mpis[i] in near)
            printf "- %s: one-way latency of a cache line %d to %d ns\n", name[mpis[i]],
                near[mpis[i]], far[mpis[i]]
}
