#!/bin/sh
# The quick start behind an installation: cleans the list that came with it, offline.
#   sh quick-start.sh <list> <command…>      such as: sh quick-start.sh contacts.csv mailvet
# RESULTS: a command that prints out.csv where the program wrote it, if that is not this folder.
set -eu

list="$1"
shift
"$@" --version
"$@" verify ada@sandbox.test undeliverable@sandbox.test
"$@" batch submit "$list" --wait --again --force -o out.csv
${RESULTS:-cat out.csv} >results.csv
rows="$(grep -c 'sandbox.test' results.csv)"
if [ "$rows" -lt 17 ]; then
  echo "out.csv has $rows rows with addresses, not 17" >&2
  exit 1
fi
grep -q 'deliverable@sandbox.test,true,true' results.csv
echo 'The quick start works'
