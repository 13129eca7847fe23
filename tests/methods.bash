# methods.bash: mpiperf.bash, but with conditions on all cases together.

. "$top_srcdir/tests/mpiperf.bash"

cases() {
    jq -es "map(select(.type == \"case\")) | $1" r.jsonl
}
