# methods.bash: mpiperf.bash, with conditions on all cases at once.

. "$top_srcdir/tests/mpiperf.bash"

cases() {
    jq -es "map(select(.type == \"case\")) | $1" r.jsonl
}
