/** The first sentence of a text, where there is no room for more. */
export const firstSentence = (text: string): string => /^.*?(?:[.!?](?=\s|$)|[。！？])/.exec(text)?.[0] ?? text;
