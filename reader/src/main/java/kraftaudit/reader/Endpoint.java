package kraftaudit.reader;

/**
 * A listener of a voter, controller or broker.
 *
 * @param name listener name
 * @param host as stored, an IPv6 address without brackets
 * @param port 0 to 65535
 */
public record Endpoint(String name, String host, int port) {
    /** {@code NAME://host:port}, with brackets exactly when the host has a colon. */
    @Override
    public String toString() {
        return name + "://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /** Written out: what a record makes of this at run time takes a short run milliseconds. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Endpoint that && port == that.port && name.equals(that.name) && host.equals(that.host);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * name.hashCode() + host.hashCode()) + port;
    }
}
