// The game that boardgame.io serves: two players, 104 cards, hidden hands; about 5 KB of state and 1 KB of view.
"use strict";
const { INVALID_MOVE } = require("boardgame.io/core");

const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const WILD = 8;
const MOST_MOVES = 400;

const topCard = (G) => G.discard[G.discard.length - 1];
const fits = (card, top) => card.rank === WILD || card.suit === top.suit || card.rank === top.rank;

/** The moves of a hand: a card that fits, or else a draw. */
function legalMoves(hand, top) {
  const found = [];
  hand.forEach((card, place) => fits(card, top) && found.push({ type: "play", args: [place] }));
  return found.length ? found : [{ type: "draw", args: [] }];
}

function setup({ ctx, random }) {
  const card = (_, id) => ({ id, suit: SUITS[id % 4], rank: 1 + ((id >> 2) % 13), pts: id % 13 });
  const deck = random.Shuffle(Array.from({ length: 104 }, card));
  const hands = {};
  for (let player = 0; player < ctx.numPlayers; player++) hands[player] = deck.splice(0, 7);
  return { deck, discard: deck.splice(0, 1), hands, plays: 0, draws: 0 };
}

function play({ G, playerID }, place) {
  const hand = G.hands[playerID];
  if (!hand[place] || !fits(hand[place], topCard(G))) return INVALID_MOVE;
  G.discard.push(hand.splice(place, 1)[0]);
  G.plays++;
}

function draw({ G, playerID, random }) {
  const hand = G.hands[playerID];
  if (legalMoves(hand, topCard(G))[0].type === "play") return INVALID_MOVE;
  if (!G.deck.length && G.discard.length > 1) {
    const top = G.discard.pop();
    G.deck = random.Shuffle(G.discard);
    G.discard = [top];
  }
  if (G.deck.length) hand.push(G.deck.pop());
  G.draws++;
}

function endIf({ G }) {
  const winner = Object.keys(G.hands).find((player) => !G.hands[player].length);
  if (winner !== undefined) return { winner };
  if (G.plays + G.draws >= MOST_MOVES) return { draw: true };
}

/** Players see their own hand, the last three cards of the pile, and how many there are of the rest. */
function playerView({ G, playerID }) {
  const hands = {};
  for (const player of Object.keys(G.hands)) hands[player] = player === playerID ? G.hands[player] : [];
  const counts = Object.values(G.hands).map((hand) => hand.length);
  const { plays, draws } = G;
  return { deck: [], left: G.deck.length, discard: G.discard.slice(-3), hands, counts, plays, draws };
}

const cards = {
  name: "cards",
  setup,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play, draw: { client: false, move: draw } },
  endIf,
  playerView,
};

module.exports = { cards, legalMoves, topCard };
