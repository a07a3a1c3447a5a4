# Perl's URI.
use strict;
use warnings;
use URI;

if (@ARGV) { print "Perl URI $URI::VERSION\n"; exit }

sub field { my ($part) = @_; return defined $part ? "=" . unpack("H*", utf8_bytes($part)) : "-" }
sub utf8_bytes { my ($text) = @_; utf8::encode($text) if utf8::is_utf8($text); return $text }
sub decoded { my ($hex) = @_; my $text = pack("H*", $hex); utf8::decode($text); return $text }

while (my $line = <STDIN>) {
    chomp $line;
    my ($text, $base) = split /\t/, $line;
    my $uri = eval { $base eq "-" ? URI->new(decoded($text)) : URI->new_abs(decoded($text), decoded($base)) };
    if (!defined $uri) { print "!" . unpack("H*", utf8_bytes($@)) . "\n"; next }
    # Some schemes have no host; `port` would add the default, and fails where the scheme has none.
    my $get = sub { my ($name) = @_; return $uri->can($name) ? eval { $uri->$name } : undef };
    my $authority = $get->("authority");
    my ($port) = defined $authority && $authority =~ /:([0-9]*)$/ ? $1 : undef;
    my @parts = ($uri->scheme, $get->("userinfo"), $get->("host"), $port, $uri->can("path") ? $uri->path : $uri->opaque,
        $get->("query"), $uri->fragment);
    print join("\t", map { field($_) } @parts), "\n";
}
