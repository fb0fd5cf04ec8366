#!/usr/bin/env bash
# skipped.sh GENERATOR PROJECT YAML LANGUAGE...: whatever a finished binding lacks, also a field of a
# struct or an argument of a class, has a reason in left_out.tsv; none is missing for want of a row.
set -eu -o pipefail
generator=$1 project=$2 yaml=$3
shift 3
for language; do
  list=$("$generator" bind "$language" --list-skipped --root "$project" --yaml "$yaml")
  [ "$(grep -c . <<<"$list")" -gt 100 ] || { echo "$language: the list is too short"; exit 1; }
  if grep -E 'no row for the key|which the language does not have' <<<"$list"; then
    printf '%s: add rows to templates/bind/%s/types.tsv, or reasons to left_out.tsv\nrerun: %s\n' \
      "$language" "$language" "${RERUN:-$0}"
    exit 1
  fi
  grep -qx $'ct_load_options.map\t.*' <<<"$list" || { echo "$language: no field is listed"; exit 1; }
done
echo "all that $* lack has a reason"
