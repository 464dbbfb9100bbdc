#!/bin/sh
# http_page_test.sh ALEA: the page of `alea serve http` in a headless browser; skipped (77) where there is none.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$browser" ] || ! command -v node > /dev/null; then
  echo "no chromium or no node: the page is not used"
  exit 77
fi
exec node "$here/http_page_test.mjs" "$browser" "$1"
