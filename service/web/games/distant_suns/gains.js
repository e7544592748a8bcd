/** What the chosen drawing adds to each mission. */

import { drafted, ownEffects, ownPosition } from "./choosing.js";

export function missionsFrom(scene) {
  const draft = drafted(scene);
  if (!draft || !ownPosition(scene)) return [];
  return ownEffects(scene, draft.sectors).filter((part) => part.kind === "mission");
}

export const mission = (gained, id) => gained.find((part) => part.mission === id) ?? null;
