// A client that looks, listens and plays. Each mistake of ../test_typescript.py is one change of one line here.
import type { components, paths } from "./description";

type Schemas = components["schemas"];
type Moves = paths["/v1/games/{game_id}/moves"];
type Offered = Moves["get"]["responses"][200]["content"]["application/json"];
type Asked = Moves["post"]["requestBody"]["content"]["application/json"];
type Played = Moves["post"]["responses"][200]["content"]["application/json"];

const server = "http://127.0.0.1:8000";

function said(problem: Schemas["Problem"]): string {
  return problem.code === "stale_version" ? "Somebody was faster." : `${problem.detail} (${problem.ruling ?? "-"})`;
}

async function answer<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(server + path, init);
  if (!response.ok) throw new Error(said(await response.json()));
  return response.json();
}

function play(path: string, headers: Record<string, string>, move: Asked): Promise<Played> {
  return answer<Played>(path, { method: "POST", headers, body: JSON.stringify(move) });
}

export async function playFirst(id: string, token: string): Promise<Schemas["Game"]> {
  const path = `/v1/games/${id}/moves`;
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const offered = await answer<Offered>(path, { headers });
  const [offer] = offered.moves;
  if (!offer) throw new Error("It is not my turn.");
  const played = await play(path, { ...headers, "If-Match": `"${offered.version}"` }, offer.move);
  return played.game;
}

export function cards(game: Schemas["Game"]): (string | null)[] {
  if (game.rulebook === "astra" && game.view) {
    return game.view.sky.map((place) => place.card);
  }
  return [];
}

export function told(event: Schemas["AstraEvent"]): string {
  switch (event.type) {
    case "stars_marked":
      return `${event.seat} marks ${event.stars.join(" ")} of ${event.card} for ${event.stardust}`;
    case "game_finished":
      return `won by ${event.winners.join(" and ")}`;
    default:
      return event.type;
  }
}
