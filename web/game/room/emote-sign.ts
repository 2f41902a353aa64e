import { EMOTES, type Emote } from "#domain/room/emotes.ts";

/** Lines of drawings, 24 × 24. The emotes' are those of their buttons. */
const EMOTE_SIGNS: Record<Emote, string> = {
  wave: "M18 11V6a2 2 0 0 0-4 0M14 10V4a2 2 0 0 0-4 0v2M10 10.5V6a2 2 0 0 0-4 0v8M18 8a2 2 0 1 1 4 0v6a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15",
  cheer:
    "M5.8 11.3 2 22l10.7-3.8M5.8 11.3c2.3.6 6.3 4.6 6.9 6.9M9 3h.01M21 8h.01M15 2h.01M20 20h.01M14 9l6-4M16 13l5 1M10 8 9.5 5",
  dance: "M9 18V5l12-2v13M9 18a3 3 0 1 1-6 0 3 3 0 0 1 6 0M21 16a3 3 0 1 1-6 0 3 3 0 0 1 6 0",
  laugh: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M18 13a6 6 0 0 1-6 5 6 6 0 0 1-6-5zM9 9h.01M15 9h.01",
  point:
    "M22 14a8 8 0 0 1-8 8M18 11v-1a2 2 0 0 0-4 0M14 10V9a2 2 0 0 0-4 0v1M10 9.5V4a2 2 0 0 0-4 0v10M18 11a2 2 0 1 1 4 0v3a8 8 0 0 1-8 8h-2c-2.8 0-4.5-.86-5.99-2.34l-3.6-3.6a2 2 0 0 1 2.83-2.82L7 15",
  sit: "M19 9V6a2 2 0 0 0-2-2H7a2 2 0 0 0-2 2v3M3 16a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2v-5a2 2 0 0 0-4 0v2H7v-2a2 2 0 0 0-4 0zM5 18v2M19 18v2",
  sad: "M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0M16 16s-1.5-2-4-2-4 2-4 2M9 9h.01M15 9h.01",
  heart:
    "M19 14c1.5-1.5 3-3.2 3-5.5A5.5 5.5 0 0 0 16.5 3C14.7 3 13.5 3.5 12 5c-1.5-1.5-2.7-2-4.5-2A5.5 5.5 0 0 0 2 8.5c0 2.3 1.5 4 3 5.5l7 7z",
};

/** A part that someone has for the player, or in the level. */
export type Role = "buddy" | "staff" | "creator";
const ROLE_SIGNS: Record<Role, string> = {
  buddy: "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M13 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0M16 11l2 2 4-4",
  staff:
    "M20 13c0 5-3.5 7.5-7.7 8.9a1 1 0 0 1-.7 0C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.2-2.7a1.2 1.2 0 0 1 1.5 0C14.5 3.8 17 5 19 5a1 1 0 0 1 1 1z",
  creator: "M3 20h18M3.5 16h17l1.5-9-5.5 3.5L12 4 7.5 10.5 2 7z",
};

const SVG = "http://www.w3.org/2000/svg";

function drawSign(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export const emoteSign = (emote: number): SVGSVGElement => drawSign(EMOTE_SIGNS[EMOTES[emote] ?? "wave"]);
export const roleSign = (role: Role): SVGSVGElement => drawSign(ROLE_SIGNS[role]);
