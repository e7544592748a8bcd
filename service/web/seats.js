/**
 * The name that was typed last, and invites. Seats are kept by the client, whose tokens are never part of an address.
 */

const PREFIX = "almagest.game.";
const NAME = "almagest.name";

export const savedName = () => localStorage.getItem(NAME) || "";
export const saveName = (name) => localStorage.setItem(NAME, name);

/** An invite code from a link is kept until the window is closed, so that a reload does not lose it. */
export const savedInvite = (id) => sessionStorage.getItem(PREFIX + id) || "";
export const saveInvite = (id, invite) => sessionStorage.setItem(PREFIX + id, invite);
