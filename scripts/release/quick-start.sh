#!/bin/sh
# The quick start behind an installation: cleans the list that came with it, offline, in an empty folder.
#   sh quick-start.sh <list> <command…>      such as: sh quick-start.sh contacts.csv mailvet
set -eu

list="$1"
shift
"$@" --version
"$@" verify ada@sandbox.test undeliverable@sandbox.test
"$@" batch submit "$list" --wait --again --force -o out.csv
rows="$(grep -c 'sandbox.test' out.csv)"
[ "$rows" -ge 17 ] || { echo "out.csv has $rows rows with addresses, not 17" >&2; exit 1; }
grep -q 'deliverable@sandbox.test,true,true' out.csv
echo 'The quick start works'
