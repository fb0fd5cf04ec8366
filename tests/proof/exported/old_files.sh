#!/usr/bin/env bash
# old_files.sh EXPORTED-PROOF FOLDER: the checked-in archives of older releases give what those
# computed, up to the last digits: their matrix products add in another order.
set -eu

"$1" --verbose --close "$2"/*
