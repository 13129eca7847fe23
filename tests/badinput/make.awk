# make.awk: makes the inputs from number `first` to `last` - 1 of a seed by a grammar, in
# `folder`: NUMBER.text for a reader, with a line NUMBER LEVEL READER FILE on standard output;
# NUMBER/words for a program, with the files that they name. `seeds`: files of records.
BEGIN {
    readers = split("numbers options params calibration distance profile environment " \
        "pattern records bounds resume program search", reader, " ")
    programs = split("mpiperf mpiperf-compare mpiperf-report mpiperf-repeat mpiperf-tune " \
        "mpiperf-plot mpiperf-history", program, " ")
    files = split("old.jsonl records run.jsonl records bounds bounds sent.msgs pattern " \
        "tuned.conf tuned calibrated calibration", file, " ")
    records = split(seeds, record_file, " ")
    split("0 -1 1.5 2147483647 2147483648 4294967296 1e308 9223372036854775807 " \
        "9223372036854775808 18446744073709551616 1e999 nan 0x10 1125899906842625", number, " ")
    split("Ki Gi Q KiB s % x k h", unit, " ")
    split("\r \t \033[2J \377\376 \303 \342\200\256 %s%n ' \" \\ # = ,, :: @ -- null", alien, " ")
    split("null true \"\" \"x\" [] {} 0 -1 1.5 1e308 -1e308 1e-320 2147483647 " \
        "4611686018427387904 9223372036854775807 [1,2] [null] [[]] {\"x\":{\"x\":1}} " \
        "\"\\u001b[2J\\n\" \"\\u202e\" \"9999-99-99\"", odd, " ")
    split("[ {\"a\": ( * @s=", open, " ")
    for (i = 1; i < 256; i++)
        byte[i] = sprintf("%c", i)
}

/^#/ { next }
/^[^ ].* = / { rule = substr($0, 1, index($0, " = ") - 1); $0 = substr($0, index($0, " = ") + 3) }
{
    sub(/^ \| /, "")
    gsub(/\\n/, "\n")
    n = split($0, part, / [|] /)
    for (i = 1; i <= n; i++)
        text_of[rule, alternatives[rule]++] = part[i]
}

# Park and Miller's generator.
function choose(n) {
    state = state * 16807 % 2147483647
    return int(state / 2147483647 * n)
}

function one_of(list,    n, i) {
    for (i in list)
        n++
    return list[1 + choose(n)]
}

# A text of the rule; of a word between bars, where there is no such rule.
function text(word,    part) {
    if (!(word in alternatives))
        word = part[1 + choose(split(word, part, "|"))]
    return word in alternatives ? expand(text_of[word, choose(alternatives[word])]) : word
}

function expand(from,    to, word, times) {
    while (match(from, /<[^<>]+>/)) {
        to = to substr(from, 1, RSTART - 1)
        word = substr(from, RSTART + 1, RLENGTH - 2)
        from = substr(from, RSTART + RLENGTH)
        for (times = sub(/\*$/, "", word) ? choose(9) : 1; times > 0; times--)
            to = to (word == "RECORDS" ? records_text() : text(word))
    }
    return to from
}

function records_text(    name, line, all) {
    name = record_file[1 + choose(records)]
    while ((getline line <name) > 0)
        all = all line "\n"
    close(name)
    return all
}

# Finds such a piece from somewhere on: RSTART and RLENGTH.
function find(s, piece,    from) {
    from = choose(length(s) + 1)
    if (match(substr(s, from + 1), piece))
        RSTART += from
    else if (!match(s, piece)) {
        RSTART = from + 1
        RLENGTH = 0
    }
}

function put(s, by) {
    return substr(s, 1, RSTART - 1) by substr(s, RSTART + RLENGTH)
}

function copies(s, times) {
    return times < 2 ? s : copies(s s, times / 2)
}

# Changes the text in one way.
function spoil(s,    how, by, i) {
    how = substr(s, 1, 1) == "{" && choose(2) ? 15 : choose(15)
    find(s, how < 2 ? "[0-9]+" : how == 2 ? "[0-9]+[A-Za-z%]*" : how == 3 ? "[^ \n]+[ \n]?" : \
        how == 4 ? "[^\n]*\n" : how == 5 ? "[A-Za-z]" : how == 6 ? "[^A-Za-z0-9]" : how < 15 ? "$" : \
        "\"[a-z_]+\":(\"[^\"]*\"|\\[[^][]*\\]|[-+.0-9e]+|true|false|null)")
    by = substr(s, RSTART, RLENGTH)
    if (how > 6 && how < 15) { # a place, and nothing there
        RSTART = 1 + choose(length(s) + 1)
        RLENGTH = 0
    }
    if (how < 2) by = one_of(number)
    else if (how == 2) by = (by + 0) one_of(unit)
    else if (how < 5) by = ""
    else if (how == 5) by = substr(by "x" by, 1, choose(4))
    else if (how == 6) by = by by
    else if (how == 7) return substr(s, 1, RSTART - 1)
    else if (how == 8) { gsub(/\n/, "\r\n", s); return s }
    else if (how == 9) by = byte[1] # null byte: make() puts it
    else if (how == 10) by = one_of(alien)
    else if (how == 11) by = copies(substr(s, RSTART, 1 + choose(12)), 8192)
    else if (how == 12) return ""
    else if (how == 13) by = copies(one_of(open), choose(2) ? 4096 : 16)
    else if (how == 14) { RLENGTH = choose(20); for (i = RLENGTH; i > 0; i--) by = by one_of(byte) }
    else by = choose(5) ? substr(by, 1, index(by, ":")) one_of(odd) : "\"x\":1"
    return put(s, by)
}

# Three tenths are valid, half nearly, and the others wild.
function make(rule, name,    s, times, pipe) {
    level = substr("0001111122", 1 + choose(10), 1)
    s = text(rule)
    for (times = level < 2 ? level : 3 + choose(8); times > 0 && length(s) < 150000; times--)
        s = spoil(s)
    if (rule ~ /-words$/) { # no word leads out of the folder
        gsub(byte[1], "x", s)
        gsub(/\.\./, "xx", s)
        gsub(/\n\//, "\nx", s)
        gsub(/=\//, "=x", s)
        sub(/^\//, "x", s)
        s = substr(rule, 1, index(rule, "-words") - 1) "\n" s
    }
    if (index(s, byte[1])) {
        pipe = "tr '\\001' '\\000' >" name
        printf "%s", s | pipe
        close(pipe)
    } else {
        printf "%s", s >name
        close(name)
    }
}

END {
    for (i = first; i < last; i++) {
        state = (seed * 100003 + i) % 2147483646 + 1
        choose(choose(2))
        if (i % 20 < 14) {
            name = reader[1 + (int(i / 20) * 14 + i % 20) % readers]
            make(name "-text", folder "/" i ".text")
            print i, level, name, folder "/" i ".text"
            continue
        }
        system("mkdir " folder "/" i)
        make(program[1 + (6 * int(i / 20) + i % 20 - 14) % programs] "-words", folder "/" i "/words")
        for (k = 1; k < files; k += 2)
            make(file[k + 1] "-text", folder "/" i "/" file[k])
    }
}
