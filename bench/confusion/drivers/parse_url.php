<?php
// PHP's parse_url, which resolves no references.
if ($argc > 1) {
    echo "PHP ", PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION, ".", PHP_RELEASE_VERSION, "\n";
    exit;
}
while (($line = fgets(STDIN)) !== false) {
    [$text, $base] = explode("\t", rtrim($line, "\n"));
    if ($base !== "-") {
        echo "?\n";
        continue;
    }
    $url = parse_url(hex2bin($text));
    if ($url === false) {
        echo "!", bin2hex("seriously malformed"), "\n";
        continue;
    }
    $login = $url["user"] ?? null;
    if (isset($url["pass"])) {
        $login .= ":" . $url["pass"];
    }
    $parts = [$url["scheme"] ?? null, $login, $url["host"] ?? null, $url["port"] ?? null, $url["path"] ?? "",
        $url["query"] ?? null, $url["fragment"] ?? null];
    echo implode("\t", array_map(fn($part) => $part === null ? "-" : "=" . bin2hex($part), $parts)), "\n";
}
