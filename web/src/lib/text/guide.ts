/** Words of the pages beyond the home page; loaded with the first of them. */
import { learn } from "../i18n";
import { en } from "./guide.en";
import { zh } from "./guide.zh";

learn({ en, zh });
