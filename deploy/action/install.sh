#!/usr/bin/env bash
# Installs mailvet for the GitHub Action (action.yml): the version asked for, else that of the action.
set -euo pipefail

version="${INPUT_VERSION:-$(node -p 'require(process.argv[1]).version' "$GITHUB_ACTION_PATH/package.json")}"
# A version or a tag: npm would also take a path or an address from elsewhere.
case "$version" in
  *[!A-Za-z0-9.+-]*)
    echo "::error title=mailvet::The input 'version' is a version such as 1.2.3, or a tag"
    exit 2
    ;;
esac

folder="$RUNNER_TEMP/mailvet-$version"
npm install --global --no-audit --no-fund --ignore-scripts "--prefix=$folder" "mailvet@$version"
# npm puts programs into bin, on Windows into the folder itself.
printf '%s\n%s\n' "$folder" "$folder/bin" >>"$GITHUB_PATH"
