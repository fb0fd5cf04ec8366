#!/usr/bin/env bash
# shown_answers.sh GENERATOR PROJECT: the text after each "$ ctorch-gen" in README.md and docs/ is
# what ctorch-gen prints. A line "..." matches any lines.
generator=$1 project=$2
# shellcheck source=tests/codegen/check.sh
. "$(dirname "$0")/check.sh"
cd "$project" || exit 1
own=$(pinned_release "$project")
told=$(sed -n 's/^libtorch \([0-9.]*\), .*a ratio is.*/\1/p' docs/figures.md)

blocks() { # FILE: writes block-N.command and block-N.shown for each command
  rm -rf "$work"/block-*
  awk -v work="$work" '
    /^```/ { inside = !inside; is_shown = 0; next }
    inside && /^\$ / { is_shown = 0 }
    inside && sub(/^\$ ctorch-gen /, "") {
      is_shown = 1; name = sprintf("%s/block-%03d", work, ++count)
      print >(name ".command"); printf "" >(name ".shown"); next
    }
    is_shown { print >(name ".shown") }' "$1"
}

pattern() { # FILE: for [[ == ]]
  sed 's/[^A-Za-z0-9 ]/\\&/g; s/^\\\.\\\.\\\.$/*/' "$1"
}

fits() { # FILE SHOWN
  local wanted
  wanted=$(pattern "$2")
  # shellcheck disable=SC2053 # a pattern on purpose
  [[ $(cat "$1") == $wanted ]]
}

# Test the comparison: a different number is found, and so is a missing line.
printf 'one 1\ntwo\nthree *\n' >"$work/answer"
printf 'one 1\n...\nthree *\n' >"$work/shown"
check "lines may be left out" fits "$work/answer" "$work/shown"
for shown in 'one 2\n...\nthree *' 'one 1\nthree *' 'one 1\n...' 'one 1\n...\nthree 3' '*'; do
  printf '%b\n' "$shown" >"$work/shown"
  case $shown in
  *...) check "'$shown' fits" fits "$work/answer" "$work/shown" ;;
  *) if fits "$work/answer" "$work/shown"; then
    called="fits '$shown'"
    wrong "'$shown' does not fit" "a difference"
  else
    fine "'$shown' does not fit"
  fi ;;
  esac
done

if [ "$told" != "$own" ]; then
  skip "what is shown: docs/figures.md is of PyTorch '$told', the operators are of $own"
  finish
  exit
fi
seen=0
for file in README.md docs/*.md; do
  blocks "$file"
  for command in "$work"/block-*.command; do
    [ -e "$command" ] || continue
    seen=$((seen + 1))
    words=$(cat "$command")
    # shellcheck disable=SC2088 # as written there
    if [[ $words == *'~/'* ]] && ! eval "ls -d ~/${words#*~/}" >/dev/null 2>&1; then
      skip "$file, ctorch-gen $words: no such folder here"
      continue
    fi
    # The output has the paths of the command line.
    run bash -c "\"\$0\" $words 2>&1 | sed \"s|$HOME/|~/|g\"" "$generator"
    if grep -q 'fetch it: scripts/fetch-operators.sh' "$work/.out"; then
      skip "$file, ctorch-gen $words: its lists were not fetched (scripts/fetch-operators.sh --all)"
    elif fits "$work/.out" "${command%.command}.shown"; then
      fine "$file shows what ctorch-gen $words answers"
    else
      cp "${command%.command}.shown" "$work/.err"
      wrong "$file shows what ctorch-gen $words answers (below stderr: what it shows)" \
        "the lines that $file shows"
    fi
  done
done
check "there are some ($seen)" test "$seen" -ge 5
finish
