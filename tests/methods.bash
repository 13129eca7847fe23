# methods.bash: mpiperf on ranks whose launcher is $mpirun, and its records.

mpiperf() {
    n=$1
    shift
    run --separate-stderr "$mpirun" "$n" "$top_builddir/mpiperf" --allow-na --format=full "$@"
    echo "$output$stderr"
}

cases() {
    jq -es "map(select(.type == \"case\")) | $1" r.jsonl
}
