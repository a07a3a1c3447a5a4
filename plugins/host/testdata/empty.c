/* A library without an entry point of its own; the linker's flags determine the libraries that it needs. */
int anyurl_test_empty;
