// People at tables of boardgame.io, as `people.py` has them for Almagest: all at a table see a move before the next is played.
// `node players.js '{"game": PORT, "lobby": PORT, "tables": 16, "games": 4, "spectators": 0, "seconds": 4}'`
// It says `ready`, waits for a line, plays, and prints JSON.
"use strict";
const { io } = require("socket.io-client");
const { legalMoves, topCard } = require("./cards");

const options = JSON.parse(process.argv[2]);
const PLAYERS = ["0", "1"];
/** From each move until the last at its table had seen it. */
const seconds = [];
let isOpen = false;
const now = () => performance.now() / 1000;

async function post(path, body) {
  const sent = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(`http://127.0.0.1:${options.lobby}/games/cards/${path}`, sent);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function makeMatch() {
  const { matchID } = await post("create", { numPlayers: PLAYERS.length });
  const credentials = [];
  for (const playerID of PLAYERS)
    credentials.push((await post(`${matchID}/join`, { playerID, playerName: playerID })).playerCredentials);
  return { matchID, credentials };
}

function connect() {
  const socket = io(`http://127.0.0.1:${options.game}/cards`, { transports: ["websocket"], forceNew: true });
  return new Promise((done, fail) => socket.once("connect", () => done(socket)).once("connect_error", fail));
}

/** One match after the other, over the same sockets: the first two play, the others look on. */
class Table {
  async open() {
    this.matches = [];
    for (let number = 0; number < options.games; number++) this.matches.push(await makeMatch());
    this.sockets = [];
    for (let number = 0; number < PLAYERS.length + options.spectators; number++) {
      const socket = await connect();
      socket.on("sync", (id, { state }) => this.see(number, id, state));
      socket.on("update", (id, state) => this.see(number, id, state));
      this.sockets.push(socket);
    }
    await this.sitDown();
  }

  sitDown() {
    this.match = this.matches.pop();
    this.states = this.sockets.map(() => null);
    this.sent = 0;
    const { matchID, credentials } = this.match;
    this.sockets.forEach((socket, number) =>
      socket.emit("sync", matchID, PLAYERS[number] ?? null, credentials[number], PLAYERS.length),
    );
    return new Promise((done) => (this.whenReady = done));
  }

  see(number, id, state) {
    if (id !== this.match.matchID) return;
    this.states[number] = state;
    this.look();
  }

  /** Somebody has seen something: play if all have seen the same. */
  look() {
    const newest = this.states[0]?._stateID;
    if (newest === undefined || this.states.some((state) => state?._stateID !== newest)) return;
    this.whenReady();
    if (!isOpen) return;
    if (this.sent) seconds.push(now() - this.sent);
    if (this.states[0].ctx.gameover === undefined) this.play();
    else this.goOn();
  }

  async goOn() {
    if (!this.matches.length) this.matches.push(await makeMatch());
    this.sitDown();
  }

  play() {
    const number = Number(this.states[0].ctx.currentPlayer);
    const { G, _stateID } = this.states[number];
    const found = legalMoves(G.hands[number], topCard(G));
    const move = found[Math.floor(Math.random() * found.length)];
    const player = { playerID: PLAYERS[number], credentials: this.match.credentials[number] };
    this.sent = now();
    const action = { type: "MAKE_MOVE", payload: { ...move, ...player } };
    this.sockets[number].emit("update", action, _stateID, this.match.matchID, PLAYERS[number]);
  }
}

async function main() {
  const tables = Array.from({ length: options.tables }, () => new Table());
  for (const table of tables) await table.open();
  console.log("ready");
  await new Promise((done) => process.stdin.once("data", done));
  const [began, used] = [now(), process.cpuUsage()];
  isOpen = true;
  for (const table of tables) table.look();
  await new Promise((done) => setTimeout(done, options.seconds * 1000));
  const { user, system } = process.cpuUsage(used);
  const last = seconds.sort((a, b) => a - b)[seconds.length >> 1];
  const counted = { moves: seconds.length, last, took: now() - began, processor: (user + system) / 1e6 };
  console.log(JSON.stringify(counted));
  process.exit(0);
}

main();
