# golden.bash: helpers for bats files whose expected texts are files of tests/golden. With
# GOLDEN=accept they write what they have got into the files; `git diff` shows what has changed.
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2154 # the build; run

# golden NAME: $output is the text of the file.
golden() {
    same_as_golden "$1" <<<"$output"
}

# same_as_golden NAME: standard input is the text of the file. A line that ends in "..." is the
# beginning of a longer one.
same_as_golden() {
    local file=$top_srcdir/tests/golden/$1 got
    got=$(awk -v golden="$file" '{
        known = ""
        getline known <golden
        n = length(known) - 3
        if (n >= 0 && substr(known, n + 1) == "..." && substr($0, 1, n) == substr(known, 1, n))
            $0 = known
        print
    }')
    [ "${GOLDEN-}" != accept ] || printf '%s\n' "$got" >"$file"
    diff "$file" - <<<"$got"
}

# answers NAME: the file has commands, "$ COMMAND" lines, each with its output and, if that is not
# 0, its exit status in brackets. Comments are lines with #.
answers() {
    local line
    grep -q '^\$ ' "$top_srcdir/tests/golden/$1" || return
    while IFS= read -r line; do
        case $line in
        '#'*) printf '%s\n' "$line" ;;
        '$ '*)
            printf '%s\n' "$line"
            PATH=$top_builddir:$PATH run eval "${line#??}" </dev/null
            [ -z "$output" ] || printf '%s\n' "$output"
            [ "$status" -eq 0 ] || echo "[$status]"
            ;;
        esac
    done <"$top_srcdir/tests/golden/$1" | same_as_golden "$1"
}
