# evaluate.awk: cells, as sim.sh writes them -> the blocks of README.md.
# SPDX-License-Identifier: BSD-3-Clause
BEGIN {
    FS = "\t"
    list("native persistent window fixed throttle datatype reorder merge both node auto",
        "schedules")
    list("reorder merge both node auto", "ours")
    list("reorder merge both", "tried")
    list("native direct persistent window datatype", "rivals")
    list("flat 2 4", "nets")
    list("small medium large", "classes")
    net_name["flat"] = "flat switch"
    net_name["2"] = "tree 2:1"
    net_name["4"] = "tree 4:1"
    class_name["small"] = "below 1 KiB"
    class_name["medium"] = "to 64 KiB"
    class_name["large"] = "above"
    title["node"] = "both, scope node"
    list(classed, "classed")
    n_alone = split(alone, words, " ")
    for (i = 1; i <= n_alone; i++) {
        split(words[i], word, ":")
        class_of[word[1]] = word[2]
    }
}

function list(text, name,    a, i) {
    length_of[name] = split(text, a, " ")
    for (i = 1; i <= length_of[name]; i++)
        item[name, i] = a[i]
}

# Bundles of a node are `both` of the variant `node`.
{
    if (!($2 in known)) {
        known[$2] = 1
        item["apps", ++length_of["apps"]] = $2
    }
    if ($5 != "-")
        seconds[$1, $2, $3, $4] = $5
    if ($3 ~ /-(half|double)$/ && !($3 in varied)) {
        varied[$3] = 1
        item["varied", ++length_of["varied"]] = $3
    }
}

function heading(s) {
    return s in title ? title[s] : s
}

# All messages of an application may be of one class.
function variant_of(app, variant) {
    return app in class_of && class_of[app] == variant ? "all" : variant
}

# Is there a gain of a schedule? It is left in `got`, 1 - t / t(direct); in `more`
# t(direct) / t - 1.
function gain(net, app, variant, s,    t, base, of) {
    variant = variant_of(app, variant)
    of = s == "node" ? net SUBSEP app SUBSEP "node" SUBSEP "both" \
                     : net SUBSEP app SUBSEP variant SUBSEP s
    if (!(of in seconds && (net, app, variant, "direct") in seconds))
        return 0
    t = seconds[of]
    base = seconds[net, app, variant, "direct"]
    got = 1 - t / base
    more = base / t - 1
    return 1
}

function percent(x,    s) {
    s = sprintf("%.1f", 100 * x)
    return s == "-0.0" ? "0.0" : s
}

# ---- every schedule ----------------------------------------------------------

# Cell c is of the network net_of[c] and the application app_of[c].
function list_cells(    n, a, net, app) {
    for (n = 1; n <= length_of["nets"]; n++)
        for (a = 1; a <= length_of["apps"]; a++) {
            net = item["nets", n]
            app = item["apps", a]
            if (!((net, app, "all", "direct") in seconds))
                continue
            net_of[++cells] = net
            app_of[cells] = app
        }
}

function gains(    c, s, net, app) {
    print "@gains"
    printf "| network | application | direct, us |"
    for (s = 1; s <= length_of["schedules"]; s++)
        printf " %s |", heading(item["schedules", s])
    printf "\n| --- | --- | --- |"
    for (s = 1; s <= length_of["schedules"]; s++)
        printf " --- |"
    print ""
    for (c = 1; c <= cells; c++) {
        net = net_of[c]
        app = app_of[c]
        printf "| %s | %s | %.1f |", net_name[net], app,
            1e6 * seconds[net, app, "all", "direct"]
        for (s = 1; s <= length_of["schedules"]; s++)
            printf " %s |", gain(net, app, "all", item["schedules", s]) \
                ? percent(got) : "n/a"
        print ""
        drawn(net, app)
    }
}

# A line for the plot.
function drawn(net, app,    s) {
    printf "\"%s\" \"%s\"", net_name[net], app >plot
    for (s = 1; s <= length_of["ours"]; s++)
        printf " %s", gain(net, app, "all", item["ours", s]) ? percent(got) : "NaN" >plot
    print "" >plot
}

# ---- means -------------------------------------------------------------------

# The fastest that does not reorder or merge.
function best_rival(net, app,    i, best, s) {
    best = 0
    for (i = 1; i <= length_of["rivals"]; i++) {
        s = item["rivals", i]
        if ((net, app, "all", s) in seconds &&
            (best == 0 || seconds[net, app, "all", s] < best))
            best = seconds[net, app, "all", s]
    }
    return best
}

function mean_row(net, s,    a, app, n, sum, sum_more, most, against, t) {
    for (a = 1; a <= length_of["apps"]; a++) {
        app = item["apps", a]
        if (!gain(net, app, "all", s))
            continue
        if (n == 0 || got > most)
            most = got
        n++
        sum += got
        sum_more += more
        t = (1 - got) * seconds[net, app, "all", "direct"]
        against += 1 - t / best_rival(net, app)
    }
    if (n == 0)
        return
    mean[net, s] = sum / n
    printf "| %s | %s | %d | %s | %s | %s | %s |\n", net_name[net], heading(s), n,
        percent(sum / n), percent(most), percent(sum_more / n), percent(against / n)
}

function means(    n, s) {
    print "@means"
    print "| network | schedule | applications | 1 - t / direct, mean | largest | direct / t - 1, mean | 1 - t / best rival, mean |"
    print "| --- | --- | --- | --- | --- | --- | --- |"
    printf "| Tianhe-2, the paper | both | 6 | %s | 41, of all | | |\n", paper
    for (n = 1; n <= length_of["nets"]; n++)
        for (s = 1; s <= length_of["ours"]; s++)
            mean_row(item["nets", n], item["ours", s])
}

function mean_of(net, s) {
    return (net, s) in mean ? percent(mean[net, s]) " %" : "n/a"
}

# What `auto` takes of the fastest schedule's time, at most, in `got`; in how many cells
# it takes more than `limit`. Returns the number of cells.
function auto_over_best(limit,    c, s, name, t, best, n) {
    got = over_limit = 0
    for (c = 1; c <= cells; c++) {
        if (!((net_of[c], app_of[c], "all", "auto") in seconds))
            continue
        t = seconds[net_of[c], app_of[c], "all", "auto"]
        best = seconds[net_of[c], app_of[c], "all", "direct"]
        best = t < best ? t : best
        for (s = 1; s <= length_of["schedules"]; s++) {
            name = item["schedules", s]
            if ((net_of[c], app_of[c], "all", name) in seconds &&
                seconds[net_of[c], app_of[c], "all", name] < best)
                best = seconds[net_of[c], app_of[c], "all", name]
        }
        n++
        over_limit += t > limit * best
        got = t / best > got ? t / best : got
    }
    return n
}

function targets(    n, net) {
    print "@targets"
    n = auto_over_best(1.05)
    target(sprintf("cases in which `auto` takes over 1.05 of the fastest schedule's " \
        "time: %d of %d, at most %.3f", over_limit, n, got), n, over_limit == 0, "none")
    for (n = 2; n <= length_of["nets"]; n++) {
        net = item["nets", n]
        target("`auto`, mean over the applications, " net_name[net] ": " \
            mean_of(net, "auto"), (net, "auto") in mean,
            mean[net, "auto"] >= 0.15, "at least 15 %")
    }
}

# What is seen, in a sentence.
function seen(    n, net, comma) {
    print "@seen"
    if (steps_left > 0)
        printf "Not complete (%d of %d steps), so that means are over different applications. ",
            steps - steps_left, steps
    for (n = 1; n <= length_of["nets"]; n++) {
        net = item["nets", n]
        if (!((net, "both") in mean))
            continue
        printf "%s%s, %s, %s and %s on the %s", comma == "" ? \
            "We see, simulated, of reordering alone, merging alone, both, and `auto`: " : comma, mean_of(net, "reorder"),
            mean_of(net, "merge"), mean_of(net, "both"), mean_of(net, "auto"),
            net_name[net]
        comma = "; "
    }
    print comma == "" ? "No network has figures of `both` yet." : "."
}

# ---- classes of sizes --------------------------------------------------------

function class_row(net, class,    a, s, n, counted, sum) {
    for (a = 1; a <= length_of["apps"]; a++) {
        if (gain(net, item["apps", a], class, "direct"))
            n++
        for (s = 1; s <= length_of["tried"]; s++)
            if (gain(net, item["apps", a], class, item["tried", s])) {
                counted[s]++
                sum[s] += got
            }
    }
    if (n == 0)
        return
    printf "| %s | %s | %d |", class_name[class], net_name[net], n
    for (s = 1; s <= length_of["tried"]; s++)
        printf " %s |", counted[s] ? percent(sum[s] / counted[s]) : "n/a"
    print ""
}

function by_class(    c, n) {
    print "@classes"
    print "| messages | network | applications | reorder | merge | both |"
    print "| --- | --- | --- | --- | --- | --- |"
    for (c = 1; c <= length_of["classes"]; c++)
        for (n = 1; n <= length_of["classed"]; n++)
            class_row(item["classed", n], item["classes", c])
}

# ---- parameters --------------------------------------------------------------

function is_varied(net, app,    v) {
    for (v = 1; v <= length_of["varied"]; v++)
        if ((net, app, item["varied", v], "direct") in seconds)
            return 1
    return 0
}

# The gain, and its range where a parameter is half or twice of what was taken.
function range(net, app, s,    v, low, high, at) {
    if (!gain(net, app, "all", s))
        return "n/a"
    at = low = high = got
    for (v = 1; v <= length_of["varied"]; v++)
        if (gain(net, app, item["varied", v], s)) {
            low = got < low ? got : low
            high = got > high ? got : high
        }
    return percent(at) " (" percent(low) " to " percent(high) ")" \
        (low < 0 && high > 0 ? ", undecided" : "")
}

# Where any was changed.
function parameters(    c, s) {
    if (length_of["varied"] == 0)
        return
    print "@parameters"
    print "| network | application | reorder | merge | both |"
    print "| --- | --- | --- | --- | --- |"
    for (c = 1; c <= cells; c++) {
        if (!is_varied(net_of[c], app_of[c]))
            continue
        printf "| %s | %s |", net_name[net_of[c]], app_of[c]
        for (s = 1; s <= length_of["tried"]; s++)
            printf " %s |", range(net_of[c], app_of[c], item["tried", s])
        print ""
    }
}

END {
    list_cells()
    gains()
    means()
    targets()
    seen()
    by_class()
    parameters()
}
