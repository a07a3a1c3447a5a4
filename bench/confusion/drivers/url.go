// Go's net/url.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"strings"
)

func field(text string, has bool) string {
	if !has {
		return "-"
	}
	return "=" + hex.EncodeToString([]byte(text))
}

func read(text string, base *string) (*url.URL, error) {
	if base == nil {
		return url.Parse(text)
	}
	parsed, err := url.Parse(*base)
	if err != nil {
		return nil, err
	}
	return parsed.Parse(text)
}

func decode(digits string) string {
	text, err := hex.DecodeString(digits)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		text, second, _ := strings.Cut(lines.Text(), "\t")
		var base *string
		if second != "-" {
			decoded := decode(second)
			base = &decoded
		}
		u, err := read(decode(text), base)
		if err != nil {
			fmt.Println("!" + hex.EncodeToString([]byte(err.Error())))
			continue
		}
		path := u.EscapedPath()
		if u.Opaque != "" {
			path = u.Opaque
		}
		host := u.Hostname()
		if strings.HasPrefix(u.Host, "[") {
			host = "[" + host + "]"
		}
		fields := []string{
			field(u.Scheme, u.Scheme != ""), field(u.User.String(), u.User != nil), field(host, u.Host != ""),
			field(u.Port(), u.Port() != ""), field(path, true), field(u.RawQuery, u.RawQuery != "" || u.ForceQuery),
			field(u.EscapedFragment(), u.Fragment != ""),
		}
		fmt.Println(strings.Join(fields, "\t"))
	}
}
