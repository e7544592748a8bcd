/** Night or paper: what the visitor chose, else what the system prefers. */

const KEPT = "almagest.theme";
const light = matchMedia("(prefers-color-scheme: light)");

export const theme = () => localStorage.getItem(KEPT) ?? (light.matches ? "paper" : "night");

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

export function toggleTheme() {
  localStorage.setItem(KEPT, theme() === "paper" ? "night" : "paper");
  applyTheme();
}

light.addEventListener("change", applyTheme);

/** Printing always uses the paper theme. */
addEventListener("beforeprint", () => {
  document.documentElement.dataset.theme = "paper";
});
addEventListener("afterprint", applyTheme);
