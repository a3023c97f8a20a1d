/** Words of the static site; loaded with it. */
import { learn } from "../../lib/i18n";
import { en } from "./site.en";
import { zh } from "./site.zh";

learn({ en, zh });
