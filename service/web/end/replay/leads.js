/** Who led, by the points that the strong bot expected: how often that changed, how far the last was behind. */

/** The seat that leads alone; null in a tie. */
function leader(expected) {
  const first = expected.indexOf(Math.max(...expected));
  return first === expected.lastIndexOf(expected[first]) ? first + 1 : null;
}

/** The moments at which another seat took the lead; drawing level does not count. */
export function leadChanges(list) {
  const alone = list.map(({ version, expected }) => ({ version, seat: leader(expected) })).filter(({ seat }) => seat);
  return alone.filter(({ seat }, at) => at && seat !== alone[at - 1].seat);
}

const gapOf = (expected) => Math.max(...expected) - Math.min(...expected);

/** When the last seat was furthest behind, which seat, and by how much. */
export function widestGap(list) {
  const { version, expected } = list.reduce((most, each) =>
    gapOf(each.expected) > gapOf(most.expected) ? each : most,
  );
  return { version, seat: expected.indexOf(Math.min(...expected)) + 1, gap: Math.round(gapOf(expected)) };
}
