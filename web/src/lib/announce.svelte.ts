/** One polite voice for the whole page. */

export const voice = $state({ text: "", urgent: "" });
let queue: string[] = [];
let timer = 0;

export const announce = (text: string, urgent = false): void => {
  if (!text) return;
  if (urgent) {
    voice.urgent = voice.urgent === text ? `${text}\u00a0` : text;
    return;
  }
  queue.push(text);
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    voice.text = queue.map((one) => (/[.!?。！？]$/.test(one) ? one : `${one}.`)).join(" ");
    queue = [];
  }, 120);
};

/** Whatever was said is not for the ears that come next. */
export const hush = (): void => {
  clearTimeout(timer);
  queue = [];
  voice.text = "";
  voice.urgent = "";
};
