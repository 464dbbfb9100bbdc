#!/bin/sh
# page_test.sh ALEA RECORDS: the HTML pages in a headless browser; skipped (77) where there is none.
set -eu
alea=$1
records=$2
here=$(cd "$(dirname "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ] || ! command -v node > /dev/null; then
  echo "no chromium or no node: pages are not looked at"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$alea" match "$records/m1a.mat" "$records/money3.mat" --plies 0 --quiet --bearoff none --html "$folder/match.html" > /dev/null
"$alea" analyze 4HPwATDgc/ABMA --dice 31 --plies 0 --bearoff none --html "$folder/position.html" > /dev/null
node "$here/page_test.mjs" "$browser" "$folder/match.html"
node "$here/page_test.mjs" "$browser" "$folder/position.html"
