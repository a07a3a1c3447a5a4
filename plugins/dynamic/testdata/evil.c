/* A library that must not be loaded: its constructor prints a line. */
#include <unistd.h>

__attribute__((constructor)) static void constructor(void)
{
    if (write(2, "EVIL\n", 5) != 5) _exit(1);
}
