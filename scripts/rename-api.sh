#!/usr/bin/env bash
# rename-api.sh [--check|--rows] FILE...: moves programs and their notes to the names of 0.1.0.
#
#     scripts/rename-api.sh src/*.c     rewrites the files; prints what it cannot decide
#     scripts/rename-api.sh --check F   changes nothing; fails if a file has an old name
#     scripts/rename-api.sh --rows F    takes every CT_INTS(), CT_FLOATS() and CT_BOOLS() for a row
#
# Any text file will do. Only whole identifiers and paths of headers are renamed, as the tables
# "Renamed" and "Headers" in CHANGELOG.md have them. CT_INTS(), CT_FLOATS() and CT_BOOLS() were rows
# of a tensor and are lists now. They are rewritten where they can only be rows: within CT_ROWS(), and
# as the argument of ct_tensor_from_rows(). The others are printed, and the exit status is 1. Running
# the script again changes nothing more, except with --rows.
#
# A list and its length, which were two arguments of some functions, become one, as the table "Lists
# by value" has it. Other changes of functions, which CHANGELOG.md has below these tables, are yours;
# the compiler finds them.
set -eu -o pipefail
# shellcheck source=scripts/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
help_if_asked "$@"

exec perl -CSD - "$CT_ROOT/CHANGELOG.md" "$@" <<'END'
use strict;
use warnings;

my ($changes, @files) = @ARGV;
my $mode = @files && $files[0] =~ /^--/ ? shift @files : '';
my (%renamed, %row, %headers, %macros, %fields, %lists);
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

# "ctorch/calls/call.h" for "ctorch/call.h"; those for each letter are not in the table.
sub new_header {
	my ($old) = @_;
	my $name = $old =~ s/^ctorch\/|\.h$//gr;

	$name = $headers{$name} // $name =~ s/^ops_/ops\//r =~ s/^call_/calls\//r;
	return "ctorch/$name.h";
}

# A header whose macros are in another one is two headers now.
sub rename_headers {
	my ($text, $headers) = @_;
	my $split = join '|', keys %macros;

	$text =~ s/^(\h*#\h*include\h*<)ctorch\/($split)\.h>/$&\n$1ctorch\/$macros{$2}.h>/gm
		unless $text =~ /<ctorch\/ctorch\.h>/;
	$text =~ s/\b($headers)\b/new_header($1)/ge;
	return $text;
}

# `.len = f` in the initializer of a variable of the type.
sub rename_fields {
	my ($text) = @_;

	for my $type (keys %fields) {
		for my $old (keys %{ $fields{$type} }) {
			$text =~ s/(\b$type\s+\w+\s*=\s*\{[^;]*?\.)$old\b/$1$fields{$type}{$old}/g;
		}
	}
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

# From "(" on: the places and texts of the arguments, and the place after ")".
sub arguments {
	my ($text, $from) = @_;
	my (@found, $depth);
	my $begin = $from + 1;

	pos($text) = $from;
	while ($text =~ /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[(){}\[\],]/g) {
		my $sign = $&;
		$depth += $sign =~ /[({\[]/ ? 1 : $sign =~ /[)}\]]/ ? -1 : 0 if length $sign == 1;
		next unless ($sign eq ',' && $depth == 1) || $depth == 0;
		push @found, [ $begin, substr($text, $begin, pos($text) - 1 - $begin) ];
		return @found if $depth == 0;
		$begin = pos $text;
	}
	return;
}

# `sizes, n` becomes CT_INTS_OF(sizes, n).
sub joined {
	my ($kind, $list, $length) = @_;

	return "CT_NO_$kind" if "$list $length" eq 'NULL 0';
	return "CT_L(${\ $1 })" if $kind eq 'INTS' && $list =~ /^\((?:const )?int64_t ?\[\d*\]\)\{ (.*) \}$/s;
	return "CT_${kind}_OF($list, $length)";
}

# Calls that have the old number of arguments; the innermost of nested ones are the last in the text.
sub join_lists {
	my ($text) = @_;
	my $names = join '|', keys %lists;
	my @calls;

	push @calls, [ $1, pos($text) - 1 ] while $text =~ /\b($names)\s*\(/g;
	for my $call (reverse @calls) {
		my ($name, $from) = @$call;
		my @given = arguments($text, $from);
		my ($place, $n, @changes) = (0, 0);
		my %kind = @{ $lists{$name}{at} };
		while ($n < @given) {
			my ($at, $whole) = @{ $given[$n] };
			my ($space, $word) = $whole =~ /^(\s*)(.*?)\s*$/s;
			$place++;
			$n++;
			if ($word =~ /^CT_(?:L|INDEX)\(/) { # CT_SHAPE() before: two arguments
				$place++;
			} elsif ($kind{$place} && $n < @given) {
				my ($next, $length) = @{ $given[$n] };
				push @changes, [ $at, $next + length($length) - $at,
					$space . joined($kind{$place}, $word, $length =~ s/^\s+|\s+$//gr) ];
				$place++;
				$n++;
			}
		}
		next if $place != $lists{$name}{arguments};
		substr($text, $_->[0], $_->[1]) = $_->[2] for reverse @changes;
	}
	return $text;
}

fail("unknown option: $mode (see --help)") unless $mode =~ /^(--check|--rows|)$/;
fail('which files? (see --help)') unless @files;
for (split /\n/, read_file($changes)) {
	if (/^\| `(\w+)` \| (\d+) \| ([A-Z0-9, ]+) \|$/) {
		my ($name, $arguments, $at) = ($1, $2, $3);
		$lists{$name} = { arguments => $arguments,
			at => [ map { reverse split / / } split /, /, $at ] };
		next;
	}
	if (/^\| `ctorch\/(\w+)\.h` \| `ctorch\/(\w+\/\w+)\.h`(?:, `ctorch\/(\w+\/\w+)\.h`)? \|$/) {
		$headers{$1} = $2;
		$macros{$1} = $3 if $3;
	}
	$fields{$1}{$2} = $3 if /^\| `(\w+)\.(\w+)` \| `\w+\.(\w+)` \|$/;
	next unless /^\| `(\w+)`( \(row\))? \| `(\w+)` \|$/;
	($2 ? \%row : \%renamed)->{$1} = $3;
}
fail("$changes: no table of names") unless %renamed;
my $names = join '|', map { quotemeta } sort { length $b <=> length $a } keys %renamed;
my $headers = 'ctorch\/(?:' . join('|', keys %headers, '(?:ops|call)_[a-z]+') . ')\.h';
my $undecided = join '|', keys %row;
for my $path (@files) {
	my $text = read_file($path);
	if ($mode eq '--check') {
		report($path, $text, $names, sub { "$_[0] is $renamed{$_[0]} now" });
		report($path, $text, $headers,
		       sub { "$_[0] is " . new_header($_[0]) . ' now' });
		next;
	}
	my $new = rename_rows($text);
	my $rows = $new;
	$new =~ s/\b($names)\b/$renamed{$1}/g;
	$new = rename_headers($new, $headers);
	$new = join_lists(rename_fields($new));
	write_file($path, $new) if $new ne $text;
	# Before the renaming, in which CT_LF() becomes a CT_FLOATS() that is right.
	report($path, $rows, $undecided,
	       sub { "$_[0]: a list; if it is the row of a tensor, write $row{$_[0]}" });
}
exit($found ? 1 : 0);
END
