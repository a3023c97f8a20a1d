/**
 * A game in a link: its record without the events, which the rules lead to, packed with gzip (whose checksum finds
 * damage) and written as base64url behind the # of the address, so that no server sees it.
 */

import { boundedText } from "./stored";

const VERSION = "1";

/** Why a link cannot be opened. */
export class LinkError extends Error {
  constructor(readonly reason: "empty" | "newer" | "damaged") {
    super(reason);
  }
}

/** What a link holds, as far as the page must know before the rules check it. */
export interface LinkedGame {
  record: string;
  game: string;
  names: string[];
  decisions: number;
  over: boolean;
}

type Row = Record<string, unknown>;

const through = (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): ReadableStream<Uint8Array> =>
  new Blob([bytes as BlobPart]).stream().pipeThrough(stream as TransformStream);

const toText = (bytes: Uint8Array): string => {
  let out = "";
  for (let i = 0; i < bytes.length; i += 4096) out += String.fromCharCode(...bytes.subarray(i, i + 4096));
  return btoa(out).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
};

const fromText = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

export const canPack = typeof CompressionStream !== "undefined";

/** A record without the events, which the rules lead to. */
export const withoutEvents = (record: string): string => {
  const rows = record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
  return rows.map(({ said: _, ...row }) => JSON.stringify(row)).join("\n");
};

/** The part of a link behind the #. */
export const packed = async (record: string): Promise<string> => {
  const brief = withoutEvents(record);
  const bytes = through(new TextEncoder().encode(brief), new CompressionStream("gzip"));
  return `${VERSION}.${toText(new Uint8Array(await new Response(bytes).arrayBuffer()))}`;
};

/** The game of a link; LinkError if there is none. */
export const unpacked = async (text: string): Promise<LinkedGame> => {
  const [version = "", body = ""] = text.replace(/^#/, "").split(".");
  if (!version) throw new LinkError("empty");
  if (version !== VERSION) throw new LinkError(/^\d+$/.test(version) ? "newer" : "damaged");
  try {
    const record = await boundedText(through(fromText(body), new DecompressionStream("gzip")));
    const rows = record.split("\n").map((line) => JSON.parse(line) as Row);
    const { game, seats } = rows[0] as { game: string; seats: string[] };
    return {
      record,
      game: String(game),
      names: seats.map(String),
      decisions: rows.filter((row) => "move" in row).length - 1, // without the deal
      over: "end" in rows.at(-1)!,
    };
  } catch {
    throw new LinkError("damaged");
  }
};
