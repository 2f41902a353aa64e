import type { Edit } from "#domain/build/edit.ts";

/** Puts edits of different parts into one that has the effect of all. */
export function mergeEdits(edits: readonly Edit[]): Edit {
  const add = edits.flatMap((edit) => edit.add ?? []);
  const set = edits.flatMap((edit) => edit.set ?? []);
  const del = edits.flatMap((edit) => edit.del ?? []);
  return { ...(add.length > 0 && { add }), ...(set.length > 0 && { set }), ...(del.length > 0 && { del }) };
}
