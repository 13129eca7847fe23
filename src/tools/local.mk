# tools: programs that work on records; no MPI.
include src/tools/compare/local.mk
include src/tools/repeat/local.mk
