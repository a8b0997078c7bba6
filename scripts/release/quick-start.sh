#!/bin/sh
# The quick start behind an installation: cleans a copy of the list that came with it, offline.
#   sh quick-start.sh <list> <command…>      such as: sh quick-start.sh contacts.csv mailvet
# RESULTS: a command that prints contacts.verified.csv where the program can't write into this folder.
set -eu

list="$1"
shift
"$@" --version
"$@" verify ada@sandbox.test undeliverable@sandbox.test
if [ -z "${RESULTS:-}" ]; then
  cp "$list" contacts.csv
  "$@" clean contacts.csv
  for part in verified.csv import.csv archive.csv verified.html; do test -s "contacts.$part"; done
else
  "$@" clean "$list" -o contacts.verified.csv --report contacts.verified.html
fi
${RESULTS:-cat contacts.verified.csv} >results.csv
rows="$(grep -ci 'sandbox\.test' results.csv)"
if [ "$rows" -lt 17 ]; then
  echo "contacts.verified.csv has $rows rows with addresses, not 17" >&2
  exit 1
fi
grep -q 'deliverable@sandbox.test,.*,deliverable,accepted,' results.csv
echo 'The quick start works'
