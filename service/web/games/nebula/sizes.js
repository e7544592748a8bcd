/** Narrow rooms are those with tabs. */

export const isNarrow = (scene) => ["phone", "low"].includes(scene.size);
