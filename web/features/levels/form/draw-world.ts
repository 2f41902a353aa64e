/** Parses and draws level documents. A separate chunk, loaded when a form needs it. */

export { drawWorld } from "#domain/world/draw-world.ts";
export { parseWorld } from "#domain/world/parse-world.ts";
