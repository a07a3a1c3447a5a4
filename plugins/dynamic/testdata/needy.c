/* The least that looks like a plugin; what it needs, the linker is told. */
#include <locator_plugin.h>

LOC_EXPORT const loc_header *LOC_CALL locator_plugin_entry(void)
{
    return NULL;
}
