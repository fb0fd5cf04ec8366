# shellcheck shell=bash disable=SC2154 # results, release, fake, here and started are run.sh's
# report.sh: the lines of a run, which run.sh notes, and what is made of them at the end.
#
# A line is NAME <tab> STATUS <tab> text. The status is ok, failed, skipped (cannot be done here),
# or missed (there was no time for it). results.tsv has the section before each.

line() { printf '%s\t%s\t%s\n' "$@"; }

# The last line of a log, without tabs.
last_of() { # LOG
  grep -v '^[[:space:]]*$' "$1" | tail -n 1 | tr '\t' ' ' | cut -c 1-200
}

# "status 3", "signal 11 (SEGV)".
ending() { # STATUS
  if [ "$1" -gt 128 ] && kill -l $(($1 - 128)) >/dev/null 2>&1; then
    printf 'signal %d (%s)' $(($1 - 128)) "$(kill -l $(($1 - 128)))"
  else
    printf 'status %d' "$1"
  fi
}

# Shows the lines of a section, and keeps them with its name. It goes on when the section is ended.
note() { # SECTION <LINES
  local text
  trap '' TERM
  while IFS= read -r text; do
    [ "$(tr -cd '\t' <<<"$text" | wc -c)" = 2 ] || continue
    printf '%s\t%s\n' "$1" "$text" >>"$results/results.tsv"
    printf '   %s\n' "$(awk -F '\t' '{ printf "%-8s %s: %s", $2, $1, $3 }' <<<"$text" | cut -c 1-150)"
  done
}

has_line() { # SECTION STATUS, which may be patterns
  grep -qP "^$1\t[^\t]*\t$2\t" "$results/results.tsv"
}

is_complete() { ! has_line '[^\t]*' missed; }

print_table() {
  printf '\n%-10s %6s %7s %8s %7s\n' section ok failed skipped missed
  awk -F '\t' '{ count[$1, $3]++; if (!($1 in place)) { place[$1] = ++n; name[n] = $1 } }
    END { for (i = 1; i <= n; i++) printf "%-10s %6d %7d %8d %7d\n", name[i], count[name[i], "ok"],
            count[name[i], "failed"], count[name[i], "skipped"], count[name[i], "missed"] }' \
    "$results/results.tsv"
  is_complete ||
    printf 'incomplete: there was no time for what is missed; run by name, with --seconds: %s\n' \
      "$(awk -F '\t' '$3 == "missed" { print $1 }' "$results/results.tsv" | uniq | paste -s -d ' ')"
}

write_json() {
  {
    printf '{"date": "%s", "rehearsal": %s, "complete": %s, "release": "%s", "commit": "%s", ' \
      "$(date -u +%FT%TZ)" "$([ -n "$fake" ] && echo true || echo false)" \
      "$(is_complete && echo true || echo false)" "$release" "$(cat "$here/commit")"
    printf '"seconds": %d, "results": [' $((SECONDS - started))
    awk -F '\t' 'function quoted(text) {
        gsub(/\\/, "\\\\", text); gsub(/"/, "\\\"", text); gsub(/[\001-\037]/, " ", text)
        return "\"" text "\""
      }
      { printf "%s\n  {\"section\": %s, \"name\": %s, \"status\": %s, \"text\": %s}", (NR > 1 ? "," : ""),
          quoted($1), quoted($2), quoted($3), quoted($4) }' "$results/results.tsv"
    printf '\n]}\n'
  } >"$results/results.json"
}
