#!/bin/sh
# Chromium for journeys: without the two pages that it loads for the address bar of each window, which nobody sees and
# which cost 0.8 s of processor time per test. Of several lists of features Chromium takes the last, so they go into
# Playwright's own.
for argument; do
  shift
  case "$argument" in
    --disable-features=*) argument="$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM_PATH" "$@"
