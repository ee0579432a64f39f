#!/bin/sh
# Starts Chromium with a limit on the memory of each of its processes: RLIMIT_DATA, in kilobytes. A page that needs
# more ends, and the others go on. RLIMIT_AS doesn't work, because Chromium reserves address space that it never uses.
ulimit -d "$LEADWELL_CHROMIUM_DATA_KB"
exec "$LEADWELL_CHROMIUM" "$@"
