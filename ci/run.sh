#!/usr/bin/env bash
# Runs PORTER_COMMAND with PORTER_ARGUMENTS in CI: a SARIF log for code scanning, annotations for the
# pull request, and the exit code of the command.
set -uo pipefail

read -ra arguments <<< "$PORTER_ARGUMENTS"
sarif=porter-$PORTER_COMMAND.sarif
code=0
case $PORTER_COMMAND in
lint)
    porter lint --output-format sarif "${arguments[@]}" > "$sarif" || code=$?
    porter lint --output-format github --exit-zero "${arguments[@]}"
    ;;
convert) # a dry run: its report goes to standard error
    porter convert --diff --output-format sarif "${arguments[@]}" 2> "$sarif" > porter.diff || code=$?
    porter convert --diff --output-format github "${arguments[@]}" 2>&1 > porter.diff
    ;;
check)
    porter check "${arguments[@]}"
    exit
    ;;
*)
    echo "the command is lint, convert or check, not $PORTER_COMMAND" >&2
    exit 2
    ;;
esac
if [ "$(head -c 1 "$sarif")" != "{" ]; then
    exit 2 # the command line is wrong, which the second run has told
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
    echo "sarif=$sarif" >> "$GITHUB_OUTPUT"
fi
exit "$code"
