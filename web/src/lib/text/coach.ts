/** Words of the coach; loaded with the first of its pages. */
import { learn } from "../i18n";
import { en } from "./coach.en";
import { zh } from "./coach.zh";

learn({ en, zh });
