#!/usr/bin/env bash
# Scans a repository, or checks a list, for the GitHub Action (action.yml). Inputs come as INPUT_ variables, the key and the
# service as MAILVET_API_KEY and MAILVET_BASE_URL: no input is ever part of a command's text.
set -euo pipefail

mailvet="${INPUT_COMMAND:-mailvet}"
work="$(mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/mailvet.XXXXXX")"
# The record of this run alone: a runner may be kept, and runs may be at work side by side.
export XDG_STATE_HOME="$work/state" LOCALAPPDATA="$work/state"

# Addresses stay only where they were asked for.
trap 'rm -rf "$work/state" "$work/results.csv" "$work/errors"' EXIT

main() {
  case "${INPUT_CHECK:-}" in
    '') if [ -n "${INPUT_FILE:-}" ]; then check_seeds; else scan; fi ;;
    scan) scan ;;
    seeds) check_seeds ;;
    verify) verify ;;
    *) refuse "The input 'check' is scan, seeds or verify, not '$INPUT_CHECK'" ;;
  esac
}

scan() {
  local path paths=()
  while IFS= read -r path; do [ -z "$path" ] || paths+=("$path"); done <<<"${INPUT_PATHS:-}"
  collect_report_flags
  value diff "${INPUT_DIFF:-}"
  run scan --force --reporter=github ${flags[@]+"${flags[@]}"} -- ${paths[@]+"${paths[@]}"}
}

check_seeds() {
  require_file
  collect_reading_flags
  collect_report_flags
  run clean --policy=seeds --force --reporter=github ${reading[@]+"${reading[@]}"} \
    ${flags[@]+"${flags[@]}"} -- "$INPUT_FILE"
}

verify() {
  require_file
  collect_reading_flags
  if is_on dry-run "${INPUT_DRY_RUN:-}"; then
    run batch submit --dry-run ${reading[@]+"${reading[@]}"} -- "$INPUT_FILE"
    return
  fi
  collect_result_flags
  run batch submit --wait --again --force "--output=$results" "--report=$report" \
    --reporter=github ${reading[@]+"${reading[@]}"} ${flags[@]+"${flags[@]}"} -- "$INPUT_FILE"
}

require_file() {
  [ -n "${INPUT_FILE:-}" ] || refuse "The input 'file' is empty: it names the list to check"
}

reading=()
flags=()

# value NAME VALUE: the flag --NAME=VALUE, unless the value is empty. One word, whatever it holds.
value() { [ -z "$2" ] || flags+=("--$1=$2"); }

# lines NAME VALUE: the flag once for each line.
lines() {
  local line
  while IFS= read -r line; do value "$1" "$line"; done <<<"$2"
}

# is_on NAME VALUE: whether a switch is on.
is_on() {
  case "$2" in
    true) return 0 ;;
    false | '') return 1 ;;
    *) refuse "The input '$1' is true or false, not '$2'" ;;
  esac
}

switch() { if is_on "$1" "$2"; then flags+=("--$1"); fi; }

collect_reading_flags() {
  lines column "${INPUT_COLUMN:-}"
  value coalesce "${INPUT_COALESCE:-}"
  value sheet "${INPUT_SHEET:-}"
  value input-format "${INPUT_INPUT_FORMAT:-}"
  value encoding "${INPUT_ENCODING:-}"
  value delimiter "${INPUT_DELIMITER:-}"
  value skip-lines "${INPUT_SKIP_LINES:-}"
  switch split-cells "${INPUT_SPLIT_CELLS:-}"
  case "${INPUT_HEADER:-}" in
    '') ;;
    true) flags+=(--header) ;;
    false) flags+=(--no-header) ;;
    *) refuse "The input 'header' is true or false, not '$INPUT_HEADER'" ;;
  esac
  value sample "${INPUT_SAMPLE:-}"
  reading=(${flags[@]+"${flags[@]}"})
  flags=()
}

collect_result_flags() {
  fail_on
  value max-undeliverable "${INPUT_MAX_UNDELIVERABLE:-}"
  value min-score "${INPUT_MIN_SCORE:-}"
  value max-addresses "${INPUT_MAX_ADDRESSES:-}"
  value risky-role "${INPUT_RISKY_ROLE:-}"
  value timeout "${INPUT_TIMEOUT:-}"
  switch stop-when-blind "${INPUT_STOP_WHEN_BLIND:-}"
  collect_report_flags
}

collect_report_flags() {
  switch redact "${INPUT_REDACT:-}"
  [ -z "${INPUT_JUNIT:-}" ] || flags+=("--reporter=junit=$INPUT_JUNIT")
  [ -z "${INPUT_SARIF:-}" ] || flags+=("--reporter=sarif=$INPUT_SARIF")
  if [ -e "${INPUT_BASELINE:-}" ]; then
    value baseline "$INPUT_BASELINE"
  elif [ -n "${INPUT_BASELINE:-}" ]; then
    printf '::notice title=mailvet::%s\n' "$(data "There is no $INPUT_BASELINE yet: everything counts")"
  fi
}

# Without fail-on every undeliverable row fails, unless max-undeliverable says how many there may be.
fail_on() {
  case "${INPUT_FAIL_ON:-}" in
    none) ;;
    '') [ -n "${INPUT_MAX_UNDELIVERABLE:-}" ] || flags+=(--fail-on=undeliverable) ;;
    *) value fail-on "$INPUT_FAIL_ON" ;;
  esac
}

results="${INPUT_OUTPUT:-$work/results.csv}"
report="${INPUT_REPORT:-$work/mailvet-report.html}"

# run ARGUMENTS…: runs mailvet and leaves its code in the output exit-code. An error that is not about
# the addresses is annotated at the file.
run() {
  local code=0
  # stderr goes to the log and into a file, stdout to the log.
  { "$mailvet" "$@" 2>&1 1>&3 3>&- | tee "$work/errors" >&2; code="${PIPESTATUS[0]}"; } 3>&1 || true
  output exit-code "$code"
  if [ "$code" -gt 1 ]; then annotate "$(grep -m 1 '^mailvet: ' "$work/errors" || echo "mailvet ended with $code")"; fi
  report_results
  exit "$code"
}

report_results() {
  [ -e "$report" ] || return 0
  output report "$report"
  [ -z "${INPUT_OUTPUT:-}" ] || output results "$results"
  output_counts
}

# The record gives the figures once more, as data, without asking the service.
output_counts() {
  local job counts name count
  job="$("$mailvet" jobs list --quiet | head -n 1 | cut -f 1)"
  "$mailvet" batch results "$job" --quiet --output=/dev/null "--report=$work/report.json" >/dev/null 2>&1 || true
  counts="$(sed -n '/"verdicts": {/,/}/p' "$work/report.json" 2>/dev/null | sed '/}/q')"
  for name in deliverable risky undeliverable unknown; do
    count="$(sed -n "s/.*\"$name\": \([0-9]*\).*/\1/p" <<<"$counts")"
    output "$name" "${count:-0}"
  done
}

# output NAME VALUE, with a mark that the value can't hold: a path may have line breaks.
output() {
  local mark="end_of_${1}_$RANDOM$RANDOM$RANDOM"
  printf '%s<<%s\n%s\n%s\n' "$1" "$mark" "$2" "$mark" >>"${GITHUB_OUTPUT:-/dev/null}"
}

annotate() { printf '::error file=%s,title=mailvet::%s\n' "$(property "${INPUT_FILE:-}")" "$(data "$1")"; }

refuse() {
  output exit-code 2
  annotate "$1"
  exit 2
}

# Workflow commands end at a line break, and their properties at a comma or colon.
data() { local text="${1//'%'/%25}"; text="${text//$'\r'/%0D}"; printf '%s' "${text//$'\n'/%0A}"; }
property() { local text; text="$(data "$1")"; text="${text//:/%3A}"; printf '%s' "${text//,/%2C}"; }

main
