/** What reads and draws level documents: a chunk of its own, loaded when a form needs it. */
export { parseWorld } from "#domain/world/parse.ts";
export { drawWorld } from "#domain/world/picture.ts";
