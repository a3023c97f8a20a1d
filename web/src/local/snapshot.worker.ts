/** Starts Python once to store a snapshot of its memory; see snapshot.ts. */

import { loadPython, snapshotAt, type Sources } from "./python";

/** What the engine needs of the standard library; its own packages cannot be in a snapshot. */
const LIBRARY =
  "import ast, asyncio, base64, dataclasses, datetime, decimal, difflib, email.message, email.utils, glob, gzip, html, " +
  "http.cookies, importlib.metadata, importlib.resources, inspect, ipaddress, json, logging, mimetypes, pickle, tomllib, " +
  "traceback, urllib.parse, urllib.request, uuid, zipfile";

self.onmessage = async (e: MessageEvent<{ sources: Sources; cache: string }>): Promise<void> => {
  const { sources, cache } = e.data;
  try {
    const python = await loadPython(sources, { _makeSnapshot: true });
    python.runPython(LIBRARY);
    const memory = new Blob([python.makeMemorySnapshot() as BlobPart]);
    const packed = memory.stream().pipeThrough(new CompressionStream("gzip"));
    const body = await new Response(packed).blob();
    /* the player may have removed the stored copy meanwhile */
    if (await caches.has(cache)) await (await caches.open(cache)).put(snapshotAt(sources), new Response(body));
    self.postMessage("done");
  } catch (error) {
    self.postMessage(String(error)); // the next start is as slow as this one
  }
};
