/** Words of the static site in English; site.zh.ts has the same keys. */
export const en = {
  site_loading: "Loading the games engine: {n}%",
  site_install: "Store Bunfight on this device ({size} MB) to play without a network?",
  site_store: "Store it",
  site_not_now: "Not now",
  site_storing: "Storing Bunfight on this device…",
  site_stored: "Bunfight is stored on this device and works without a network.",
  site_store_failed: "Bunfight could not be stored: {why}",
  site_update: "A new version of Bunfight is ready. Your games stay as they are.",
  site_update_now: "Update",
  site_clear: "Remove the stored copy",
  site_cleared: "The stored copy was removed. Your games are still here.",
  site_stored_title: "On this device",
  site_games_here:
    "Games are stored in this browser. The bots think on this device, with less time than on a server, so they have no rating here.",
  site_failed: "The games engine did not start: {why}",
  site_failed_wasm:
    "This browser has no WebAssembly, which the games engine needs. A current Firefox, Chrome, Edge or Safari has it.",
  site_failed_workers:
    "This browser cannot run the games engine in the background. A current Firefox, Chrome, Edge or Safari can.",
  site_failed_storage:
    "This browser does not let the page store games. Leave private browsing, or allow storage for this site.",
  /* instead of the server's sentence */
  trouble_store:
    "Your change could not be saved, so nothing happened. The storage of this browser may be full. Free some space, then try again.",
};
