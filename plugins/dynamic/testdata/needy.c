/* A minimal plugin; the linker's flags determine the libraries that it needs. */
#include <locator_plugin.h>

LOC_EXPORT const loc_header *LOC_CALL locator_plugin_entry(void)
{
    return NULL;
}
