#!/usr/bin/env bash
# rename-api.sh [--check|--rows] FILE...: moves programs and their notes to the names of 0.1.0.
#
#     scripts/rename-api.sh src/*.c     rewrites the files; prints what it cannot decide
#     scripts/rename-api.sh --check F   changes nothing; fails if a file has an old name
#     scripts/rename-api.sh --rows F    takes every CT_INTS(), CT_FLOATS() and CT_BOOLS() for a row
#
# Any text file will do. Only whole identifiers are renamed, as the table "Renamed" in CHANGELOG.md
# has them. CT_INTS(), CT_FLOATS() and CT_BOOLS() were rows of a tensor and are lists now. They are
# rewritten where they can only be rows: within CT_ROWS(), and as the argument of
# ct_tensor_from_rows(). The others are printed, and the exit status is 1. Running the script again
# changes nothing more, except with --rows.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"

exec perl -CSD - "$CT_ROOT/CHANGELOG.md" "$@" <<'END'
use strict;
use warnings;

my ($changes, @files) = @ARGV;
my $mode = @files && $files[0] =~ /^--/ ? shift @files : '';
my (%renamed, %row);
my $found = 0;

sub fail { print STDERR "rename-api.sh: @_\n"; exit 2 }

sub read_file {
	my ($path) = @_;
	open(my $file, '<', $path) or fail("$path: $!");
	local $/;
	return scalar <$file> // '';
}

# Beside the old file, so that no file is ever half written.
sub write_file {
	my ($path, $text) = @_;
	my $new = "$path.renamed";
	open(my $file, '>', $new) or fail("$new: $!");
	print $file $text;
	close($file) or fail("$new: $!");
	chmod((stat $path)[2] & 07777, $new);
	rename($new, $path) or fail("$path: $!");
}

# The rows within the parentheses of CT_ROWS(), and the one that ct_tensor_from_rows() takes.
sub rename_rows {
	my ($text) = @_;
	my $names = join '|', keys %row;
	my $all = sub { my ($part) = @_; $part =~ s/\b($names)\b/$row{$1}/g; $part };

	return $all->($text) if $mode eq '--rows';
	$text =~ s/(\bCT_ROWS\s*)(\((?:[^()]++|(?2))*\))/$1 . $all->($2)/ge;
	$text =~ s/(\bct_tensor_from_rows\s*\(\s*)($names)\b/$1$row{$2}/g;
	return $text;
}

sub report {
	my ($path, $text, $names, $what) = @_;
	my $number = 0;

	for my $line (split /\n/, $text) {
		$number++;
		while ($line =~ /\b($names)\b/g) {
			print "$path:$number: ", $what->($1), "\n";
			$found = 1;
		}
	}
}

fail("unknown option: $mode (see --help)") unless $mode =~ /^(--check|--rows|)$/;
fail('which files? (see --help)') unless @files;
for (split /\n/, read_file($changes)) {
	next unless /^\| `(\w+)`( \(row\))? \| `(\w+)` \|$/;
	($2 ? \%row : \%renamed)->{$1} = $3;
}
fail("$changes: no table of names") unless %renamed;
my $names = join '|', map { quotemeta } sort { length $b <=> length $a } keys %renamed;
my $undecided = join '|', keys %row;
for my $path (@files) {
	my $text = read_file($path);
	if ($mode eq '--check') {
		report($path, $text, $names, sub { "$_[0] is $renamed{$_[0]} now" });
		next;
	}
	my $new = rename_rows($text);
	my $rows = $new;
	$new =~ s/\b($names)\b/$renamed{$1}/g;
	write_file($path, $new) if $new ne $text;
	# Before the renaming, in which CT_LF() becomes a CT_FLOATS() that is right.
	report($path, $rows, $undecided,
	       sub { "$_[0]: a list; if it is the row of a tensor, write $row{$_[0]}" });
}
exit($found ? 1 : 0);
END
