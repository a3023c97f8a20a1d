import "./app/styles/tokens.css";
import "./app/styles/base.css";
import "./games/themes";
import { mount } from "svelte";
import App from "./App.svelte";
import { api } from "./lib/api";
import { addLanguages, written } from "./lib/languages";
import { applySettings, settings } from "./lib/settings.svelte";

applySettings();
const begin = (): unknown => mount(App, { target: document.getElementById("app")! });
/* Only whoever has chosen a language that was added on the server waits for it. */
const spoken = api.languages().then(addLanguages, () => undefined);
if (written(settings.lang)) begin();
else void spoken.then(begin);
