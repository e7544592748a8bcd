/** Rounds, recaps and milestones from the events of a finished game. */

/** Every round, with the move after which it began. */
export function roundsOf(events) {
  const began = events.filter(({ type }) => type === "turn_began");
  return began
    .filter(({ round }, at) => round !== began[at - 1]?.round)
    .map(({ round, version }) => ({ round, from: version }));
}

/** What a seat did in its last turn up to a move. */
export function lastRecap({ journal, speech, who }, seat, step) {
  let turn = [];
  for (const event of journal.events.filter(({ version }) => version <= step).reverse()) {
    if (event.type === "turn_began") {
      const text = speech.recap(turn, who);
      if (text) return text;
      turn = [];
    } else if (event.seat === seat) turn.unshift(event);
  }
  return speech.recap(turn, who);
}

/** The events that the game marks with a sign, with its name. */
export function milestones({ journal, speech }) {
  return journal.events
    .map((event) => ({ event, ...speech.milestone?.(event) }))
    .filter(({ sign, event }) => sign && event.seat);
}

/** The first of each kind. */
export const firstOfEach = (marks) =>
  marks.filter(({ name }, at) => marks.findIndex((each) => each.name === name) === at);
