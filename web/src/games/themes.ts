/** What is particular to the look of a game stands in its folder. */

import.meta.glob("./*/theme.css", { eager: true });
