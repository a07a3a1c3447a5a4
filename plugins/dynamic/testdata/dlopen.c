/* Opens a library without any checks. */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments)
{
    if (count < 2 || dlopen(arguments[1], RTLD_NOW) == NULL) fprintf(stderr, "%s\n", dlerror());
    return 0;
}
