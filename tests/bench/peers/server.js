// boardgame.io's own server, with its matches in Redis: `node server.js SOCKET`. It prints its ports, and ends with its input.
"use strict";
const Redis = require("ioredis");
const { Async } = require("boardgame.io/internal");
const { Server } = require("boardgame.io/server");
const { cards } = require("./cards");

const RECORDS = ["state", "metadata", "initialState"];

/** The least that boardgame.io wants of a store: records as JSON, and a list for the log. */
class RedisStore extends Async {
  async connect() {
    this.redis = new Redis(process.argv[2]);
  }
  async createMatch(id, { initialState, metadata }) {
    const state = JSON.stringify(initialState);
    await this.redis.mset(
      `initialState:${id}`,
      state,
      `state:${id}`,
      state,
      `metadata:${id}`,
      JSON.stringify(metadata),
    );
  }
  async setState(id, state, log = []) {
    const writes = this.redis.pipeline().set(`state:${id}`, JSON.stringify(state));
    if (log.length) writes.rpush(`log:${id}`, ...log.map((entry) => JSON.stringify(entry)));
    await writes.exec();
  }
  async setMetadata(id, metadata) {
    await this.redis.set(`metadata:${id}`, JSON.stringify(metadata));
  }
  async fetch(id, wanted) {
    const names = RECORDS.filter((name) => wanted[name]);
    const [records, log] = await Promise.all([
      this.redis.mget(names.map((name) => `${name}:${id}`)),
      wanted.log ? this.redis.lrange(`log:${id}`, 0, -1) : [],
    ]);
    const found = wanted.log ? { log: log.map((entry) => JSON.parse(entry)) } : {};
    names.forEach((name, place) => (found[name] = records[place] === null ? undefined : JSON.parse(records[place])));
    return found;
  }
  async wipe(id) {
    await this.redis.del(...[...RECORDS, "log"].map((name) => `${name}:${id}`));
  }
  async listMatches() {
    return [];
  }
}

async function main() {
  const server = Server({ games: [cards], origins: [], db: new RedisStore() });
  const anyPort = { port: 0, host: "127.0.0.1" };
  // On a port of its own: the lobby of 0.50.2 answers 404 beside the game with the koa-compose of today.
  const { appServer, apiServer } = await server.run({ port: anyPort, lobbyConfig: { apiPort: anyPort } });
  const ports = { game: appServer.address().port, lobby: apiServer.address().port };
  process.stdout.write(`${JSON.stringify(ports)}\n`);
  process.stdin.on("end", () => process.exit(0)).resume();
}

console.info = console.log = () => {};
main();
