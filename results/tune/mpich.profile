# mpiperf-tune: profile for libmpiperf-tuned.so
# From mpich-2.jsonl: 12 runs of mpiperf 0.1.0 with MPICH 4.0.2, AMD EPYC.
# Activate: export MPIPERF_TUNED=mpich.profile LD_PRELOAD=/usr/local/lib/libmpiperf-tuned.so
# Undo: unset MPIPERF_TUNED LD_PRELOAD
bcast 2 8 262144 shmbcast-auto
