/* A library that nobody allows: its constructor says that it has run. */
#include <unistd.h>

__attribute__((constructor)) static void constructor(void)
{
    if (write(2, "EVIL\n", 5) != 5) _exit(1);
}
