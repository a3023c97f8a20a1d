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
    "Games are stored in this browser. The bots think on this device, where they try less than on a server, so they have no rating here.",
  site_new_table: "Choose a game to set up a table on this device:",
  site_scores: "Today's scores on this device",
  site_no_scores: "None yet.",
  site_review_brief:
    "This review was made on this device, with fewer tries than on a server, so its estimates are coarser.",
  site_failed: "The games engine has stopped: {why}. Load the page again; your games are still here.",
  site_failed_wasm:
    "This browser has no WebAssembly, which the games engine needs. A current Firefox, Chrome, Edge or Safari has it.",
  site_failed_workers:
    "This browser cannot run the games engine in the background. A current Firefox, Chrome, Edge or Safari can.",
  site_failed_storage:
    "This browser does not let the page store games. Leave private browsing, or allow storage for this site.",
  site_for_later: "Store the games on this device, and you can play when the server cannot be reached.",
  site_open: "Games on this device",
  site_no_server: "The server cannot be reached.",
  site_playing_here: "You are playing on this device. You can move a game to the server later.",
  site_noted: "OK",
  site_server_there: "The server can be reached. The games on this page are only on this device.",
  site_go_online: "Go online",
  site_invite: "Invite a friend",
  site_invite_about: "This copies the game to the server, where it goes on. The server gets everything drawn so far.",
  site_invite_seat: "Your friend plays as",
  site_invite_do: "Move the game to the server",
  site_invited: "The game is on the server. Send this link to your friend:",
  site_invite_link: "Link to your friend's seat",
  site_invite_go: "Go to the table",
};

/** Instead of the server's sentences. */
export const instead = {
  trouble_store:
    "Your change could not be saved, so nothing happened. The storage of this browser may be full. Free some space, then try again.",
};
