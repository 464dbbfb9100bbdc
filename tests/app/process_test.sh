#!/bin/sh
# What only a real process shows: signals, pipes, full disks, closed streams. Usage: process_test.sh ALEA
alea=$1
start=4HPwATDgc/ABMA
failures=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# check NAME EXPECTED_CODE ACTUAL_CODE [LINES_ON_STDERR]
check() {
  lines=$(wc -l < "$work/err")
  if [ "$2" != "$3" ] || [ "${4:-0}" != "$lines" ]; then
    echo "FAILED: $1: exit code $3 (expected $2), $lines lines on stderr (expected ${4:-0}):"
    cat "$work/err"
    failures=$((failures + 1))
  fi
}

"$alea" id $start > /dev/null 2> "$work/err"
check "plain call" 0 $?

# A position ID whose match ID stands in the next line, the last one; and in a dialogue an answer to it at once.
printf ' Position ID: %s\n Match ID   : cAkAAAAAAAAA' $start | "$alea" id - --json > "$work/out" 2> "$work/err"
check "captions on two lines" 0 $?
[ "$(wc -l < "$work/out")" = 1 ] || { echo "FAILED: two captions are one position"; failures=$((failures + 1)); }
mkfifo "$work/dialogue"
"$alea" id - --json < "$work/dialogue" > "$work/out" 2> "$work/err" &
exec 3> "$work/dialogue"
printf 'Position ID: %s\n' $start >&3
tries=0
until [ -s "$work/out" ] || [ $tries = 100 ]; do
  sleep 0.1
  tries=$((tries + 1))
done
[ -s "$work/out" ] || { echo "FAILED: a captioned ID waits for more"; failures=$((failures + 1)); }
exec 3>&-
wait $!
check "dialogue" 0 $?

if command -v groff > /dev/null; then
  "$alea" manual | groff -man -ww -Tutf8 > "$work/page" 2> "$work/err"
  check "manual page without warnings of groff" 0 $?
  grep -q "best moves, or cube advice" "$work/page" || { echo "FAILED: the manual page is empty"; failures=$((failures + 1)); }
  : > "$work/err"
fi

if [ -e /dev/full ]; then
  "$alea" id $start > /dev/full 2> "$work/err"
  check "full disk" 1 $? 1
  "$alea" --help > /dev/full 2> "$work/err"
  check "full disk, help" 1 $? 1
  "$alea" id $start --json > /dev/full 2> /dev/full
  code=$?
  : > "$work/err"
  check "both streams full" 1 $code
fi

"$alea" id $start >&- 2> "$work/err"
check "closed standard output" 1 $? 1
: > "$work/err"
"$alea" id $start 2>&- > /dev/null
check "closed standard error" 0 $?
"$alea" id nonsense 2>&- > /dev/null
check "closed standard error, bad input" 2 $?
"$alea" id - <&- > /dev/null 2> "$work/err"
check "closed standard input" 0 $?
"$alea" id - < "$work" > /dev/null 2> "$work/err"
check "a folder as standard input" 1 $? 1

# A reader that has had enough: quiet, and no endless work.
i=0
while [ $i -lt 20000 ]; do echo $start; i=$((i + 1)); done > "$work/positions"
{ "$alea" moves - --dice 31 --json < "$work/positions" 2> "$work/err"; echo $? > "$work/code"; } |
  head -n 1 > /dev/null
check "broken pipe" 0 "$(cat "$work/code")"

head -c 3000000 /dev/urandom | "$alea" analyze - --weights pips > "$work/out" 2> "$work/err"
code=$?
lines=$(wc -l < "$work/err")
check "random bytes" 2 $code "$lines"
[ "$lines" -le 40 ] || { echo "FAILED: random bytes: $lines lines"; failures=$((failures + 1)); }

timeout 20 "$alea" analyze - --weights pips < /dev/urandom > "$work/out" 2> "$work/err"
check "endless random bytes" 2 $? "$(wc -l < "$work/err")"
timeout 20 "$alea" id - < /dev/zero > "$work/out" 2> "$work/err"
check "endless zeros" 2 $? "$(wc -l < "$work/err")"

# Ctrl-C while waiting for input, and in the middle of long work: ends cleanly with 130.
# (A background job of sh ignores SIGINT unless it is set back, hence SIGTERM for the first.)
mkfifo "$work/pipe"
"$alea" id - < "$work/pipe" > "$work/out" 2> "$work/err" &
pid=$!
exec 3> "$work/pipe"
echo $start >&3
tries=0
while [ ! -s "$work/out" ] && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
[ -s "$work/out" ] || { echo "FAILED: no answer before the end of input"; failures=$((failures + 1)); }
kill -TERM $pid
wait $pid
check "signal while waiting for input" 130 $?
exec 3>&-

mkfifo "$work/mute"  # nobody ever writes to it
"$alea" convert "$work/mute" - --to json > "$work/out" 2> "$work/err" &
pid=$!
sleep 0.5
kill -TERM $pid
wait $pid
check "signal while waiting for a pipe to be opened" 130 $? 1

"$alea" duel linear pips --games 100000000 --json > "$work/out" 2> "$work/err" &
pid=$!
sleep 0.5
kill -TERM $pid
wait $pid
check "signal during a duel" 130 $?
grep -q '"complete":false' "$work/out" || {
  echo "FAILED: an interrupted duel printed no standing"; failures=$((failures + 1)); }

[ $failures = 0 ] && echo "all as expected"
exit $((failures > 0))
