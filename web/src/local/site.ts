/** Whether this is the static site, which has no server and runs the engine itself. */
export const onSite: boolean = import.meta.env.VITE_SITE === "1";
