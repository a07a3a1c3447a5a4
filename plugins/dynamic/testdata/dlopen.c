/* Opens a library as any program does, without a look at it. */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    if (count < 2 || dlopen(arguments[1], RTLD_NOW) == NULL) fprintf(stderr, "%s\n", dlerror());
    return 0;
}
