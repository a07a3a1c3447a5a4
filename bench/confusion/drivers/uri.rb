# Ruby's URI.
require "uri"

if ARGV.any?
  puts "Ruby #{RUBY_VERSION}, URI #{URI::VERSION}"
  exit
end

decode = ->(hex) { [hex].pack("H*").force_encoding("UTF-8") }
encode = ->(text) { text.to_s.unpack1("H*") }

STDIN.each_line(chomp: true) do |line|
  text, base = line.split("\t")
  uri = base == "-" ? URI.parse(decode.(text)) : URI.join(decode.(base), decode.(text))
  # `port` would add the default.
  port = uri.port unless uri.port == uri.default_port
  parts = [uri.scheme, uri.userinfo, uri.host, port, uri.opaque || uri.path, uri.query, uri.fragment]
  puts parts.map { |part| part.nil? ? "-" : "=" + encode.(part) }.join("\t")
rescue StandardError => error
  puts "!" + encode.(error.message)
end
