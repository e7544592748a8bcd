/** A turn has four phases; the last two go by themselves, so that nobody ever waits in them. */

const PHASES = ["take", "place", "race", "refill"];
const NUMERALS = ["I", "II", "III", "IV"];
const AT = { take: 0, keep: 0, place: 1, token: 1 };

/** Which one the table is in; none while goals are chosen. @type {import("../contract.js").Speech["phases"]} */
export const phases = ({ view, t }) =>
  view.phase in AT ? { names: PHASES.map((phase) => t(`phase.${phase}`)), at: AT[view.phase] } : null;

/** What each is for, a sentence each. */
export const phaseTexts = (t) =>
  PHASES.map((phase, index) => `**${NUMERALS[index]} ${t(`phase.${phase}`)}.** ${t(`about.phase.${phase}`)}`);
