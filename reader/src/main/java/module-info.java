/** Bytes to scans and events: knows files and encodings, has no opinion. */
module kraftaudit.reader {
    requires transitive com.fasterxml.jackson.databind;

    exports kraftaudit.reader;
}
