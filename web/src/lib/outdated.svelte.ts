/** Set when the server speaks another version of the protocol than this page: it must be reloaded. */
export const outdated = $state({ reload: false });
