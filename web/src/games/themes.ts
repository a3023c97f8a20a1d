/** Loads the theme of each game from its folder. */

import.meta.glob("./*/theme.css", { eager: true });
