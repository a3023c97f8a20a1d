/** Words of the static site; loaded with it, and with the pages of a server that offers it. */
import { learn } from "../../lib/i18n";
import { onSite } from "../site";
import { en, instead } from "./site.en";
import { insteadZh, zh } from "./site.zh";

learn(onSite ? { en: { ...en, ...instead }, zh: { ...zh, ...insteadZh } } : { en, zh });
