// Interposes libxml2's function that frees its globals. libmobi calls it with each book that it takes apart, also
// while other threads parse XML, whose memory it then frees under them. libxml2 reserves it for a program at its end.
__attribute__((visibility("default"))) void xmlCleanupParser(void) {}
