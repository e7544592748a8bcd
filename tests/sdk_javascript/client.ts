// A program that looks, listens and plays. Each mistake of test_client.py is one change of one line here.
import { Almagest, MemoryStorage, Problem } from "almagest-client";
import type { AstraEvent, Frame, Table } from "almagest-client";
import { Webhooks, verify } from "almagest-client/webhooks";

const client = new Almagest("http://127.0.0.1:8000", { language: "uk", storage: new MemoryStorage() });
export const device = new Almagest("", { randomBytes: (count) => new Uint8Array(count) });

export async function play(): Promise<void> {
  const table = await client.games.create({ rulebook: "astra", seats: [{ kind: "human", name: "Ada" }] });
  const cards: (string | null)[] | undefined = table.view?.sky.map((place) => place.card);
  table.follow((message) => {
    if (message.type === "event") console.log(told(message.event));
    else if (message.type === "restored") console.log(message.from, message.to, cards);
    else if (message.type === "connection") console.log(message.state);
  });
  while (await table.myTurn()) {
    for (const offer of table.moves ?? []) await table.play(offer);
    await table.preview({ type: "rest" });
  }
}

export function told(event: AstraEvent): string {
  switch (event.type) {
    case "stars_marked":
      return `${event.seat} marks ${event.stars.join(" ")} of ${event.card} for ${event.stardust}`;
    case "game_finished":
      return `won by ${event.winners.join(" and ")}`;
    default:
      return event.type;
  }
}

export function goals(frame: Frame): number {
  return frame.rulebook === "nebula" && frame.view ? frame.view.race_goals.length : 0;
}

/** An app's server: its users, and its webhooks. */
export async function serve(app: Almagest, body: Uint8Array, signature: string): Promise<number[]> {
  const { tokens } = await app.games.create({
    rulebook: "nebula",
    seats: [{ kind: "human", player: "user-42" }, { kind: "bot" }],
  });
  const hooks = new Webhooks(app);
  const { webhook, secret } = await hooks.create({ url: "https://club.example.org/hook", events: ["turn.changed"] });
  const { deliveries } = await hooks.deliveries(webhook.id, { status: "parked" });
  for (const each of deliveries) await hooks.again(webhook.id, each.id);
  const notice = await verify(body, signature, [secret, tokens["user-42"] ?? ""]);
  return notice.type === "turn.changed" ? notice.deciders : [];
}

/** Any game: the table is one of all of them. */
export async function anything(table: Table): Promise<string> {
  const [offer] = table.moves ?? [];
  try {
    return offer ? (await table.play(offer.move)).rulebook : table.frame.rulebook;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code === "stale_version" ? "Somebody was faster." : `${error.detail} ${error.ruling}`;
  }
}
