// boardgame.io's own server with a small card game (hidden hands, a deck, plates), for serve_boardgameio.py.
// Matches live in memory only: nothing is kept on disk, which is less than our server promises.
const { Server, Origins } = require("boardgame.io/server");
const { PlayerView } = require("boardgame.io/core");

const Plates = {
  name: "plates",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(104).keys()]);
    const players = {};
    for (let p = 0; p < ctx.numPlayers; p++) players[p] = { hand: deck.splice(0, 5) };
    return { secret: { deck }, players, plates: Array.from({ length: ctx.numPlayers }, () => []), discard: [], left: deck.length };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, which) => {
      const hand = G.players[playerID].hand;
      if (which >= hand.length) return "INVALID_MOVE";
      G.plates[playerID].push(hand.splice(which, 1)[0]);
      if (!G.secret.deck.length) {
        G.secret.deck = G.plates.flatMap((plate) => plate.splice(0));
      }
      hand.push(G.secret.deck.pop());
      G.left = G.secret.deck.length;
    },
  },
};

const http = require("node:http");
const listen = http.Server.prototype.listen; // their server names no address: keep it on this machine
http.Server.prototype.listen = function (port, ...rest) {
  return listen.call(this, port, "127.0.0.1", ...rest.filter((one) => typeof one === "function"));
};

const server = Server({ games: [Plates], origins: [Origins.LOCALHOST_IN_DEVELOPMENT] });
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
