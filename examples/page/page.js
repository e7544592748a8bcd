/** A whole table in a few lines: any game that the server has, against a bot, by the labels of its moves. */

import { Almagest } from "../../sdk/javascript/almagest.js";

const url = new URLSearchParams(location.search).get("server") ?? "http://127.0.0.1:8000";
const client = new Almagest(url, { language: navigator.language.slice(0, 2), storage: localStorage });
const [form, status, moves, events] = ["form", "#status", "#moves", "#events"].map((each) =>
  document.querySelector(each),
);

const made = (tag, text, more = {}) => Object.assign(document.createElement(tag), { textContent: text, ...more });

/** Shown where whoever plays can read it; nothing else is done about it here. */
const complain = (problem) => {
  status.textContent = problem.message;
};

/** Until it is answered nothing else can be played. */
function play(table, move) {
  moves.replaceChildren();
  status.textContent = "Waiting";
  table.play(move).catch(complain);
}

/** Everything is drawn from what the table knows: an own move is one request, those of others are none. */
function draw(table) {
  const offers = table.isMine ? table.moves : [];
  moves.replaceChildren(
    ...offers.map(({ label, move }) => made("button", label, { onclick: () => play(table, move) })),
  );
  if (table.isOver) status.textContent = `Won by seat ${table.score.winners.join(" and ")}`;
  else status.textContent = table.isMine ? "Your move" : "Waiting";
}

function follow(table) {
  table.follow(({ type, event, problem }) => {
    if (type === "event") events.prepend(made("li", `${event.type} (seat ${event.seat})`));
    else if (type === "ended") complain(problem);
    else draw(table);
  });
  draw(table);
}

form.addEventListener("submit", (submitted) => {
  submitted.preventDefault();
  const seats = [
    { kind: "human", name: "Ada" },
    { kind: "bot", level: "easy" },
  ];
  client.games.create({ rulebook: form.rulebook.value, seats }).then(follow, complain);
});

client.rulebooks.list().then((list) => {
  form.rulebook.replaceChildren(...list.map(({ id, name }) => made("option", name, { value: id })));
}, complain);
