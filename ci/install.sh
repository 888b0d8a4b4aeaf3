#!/usr/bin/env bash
# Installs porter from PORTER_SOURCE, a folder or a requirement; `check` needs both frameworks.
set -euo pipefail

install=(python -m pip install --quiet --disable-pip-version-check)
if [ "$PORTER_COMMAND" = check ]; then
    "${install[@]}" torch --index-url https://download.pytorch.org/whl/cpu
    "${install[@]}" "${PORTER_SOURCE}[check]"
else
    "${install[@]}" "$PORTER_SOURCE"
fi
