/** Saves the name typed last, and invite codes. The client saves seats; their tokens are never part of an address. */

const PREFIX = "almagest.game.";
const NAME = "almagest.name";

export const savedName = () => localStorage.getItem(NAME) || "";
export const saveName = (name) => localStorage.setItem(NAME, name);

/** Session storage: a reload keeps the invite code, closing the window forgets it. */
export const savedInvite = (id) => sessionStorage.getItem(PREFIX + id) || "";
export const saveInvite = (id, invite) => sessionStorage.setItem(PREFIX + id, invite);
