# shellcheck shell=bash
# common.sh: what the tests of several bindings do.

# The first program in LANGUAGE on a page.
first_program() { # LANGUAGE PAGE
  awk -v fence="^\`\`\`$1\$" '$0 ~ fence { inside = 1; next } /^```$/ { if (inside) exit } inside' "$2"
}

# A program of two epochs prints the losses of its twin in C.
same_losses() { # TWIN IMAGES PROGRAM...
  local twin=$1 images=$2 expected got
  shift 2
  if [ -z "$twin" ]; then
    echo "not compared with examples/fashion_mnist.c, which needs libpng: it is not built"
    return
  fi
  expected=$("$twin" train --epochs 2 "$images" 2>/dev/null | sed -n 's/^\(epoch .* %\), .* s$/\1/p')
  got=$("$@")
  if [ "$expected" != "$got" ] || [ -z "$got" ]; then
    printf 'called:   %s\nexpected: (examples/fashion_mnist.c prints)\n%s\ngot:\n%s\n' "$*" \
      "$expected" "$got"
    return 1
  fi
  printf 'prints the losses of its twin in C:\n%s\n' "$got"
}
