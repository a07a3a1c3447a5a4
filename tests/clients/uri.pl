# Prints what Perl's URI reads in each line, as JSON.
use strict;
use warnings;
use JSON::PP;
use URI;

my $json = JSON::PP->new->canonical;
while (my $line = <STDIN>) {
    chomp $line;
    my $uri = URI->new($line);
    my %parts;
    for my $part (qw(host port dn scope filter user to)) {
        next unless $uri->can($part);
        my $value = eval { $uri->$part };
        $parts{$part} = "$value" if defined $value && !ref $value;
    }
    print $json->encode(\%parts), "\n";
}
