import type { Form } from "./form.ts";
import type { State } from "./state.ts";

/** A call of the API: its form or query, and the id in its path. */
export interface Call {
  state: State;
  /** Where the stand-in itself answers. */
  url: string;
  form: Form;
  id: string;
}

/** One page of a list, the newest first. */
export function listOf<T extends { created: number }>(things: T[], form: Form, url: string) {
  const limit = Number(form.limit ?? 10);
  // Things of the same second stay in the order in which they were made.
  const newest = things.reverse().sort((a, b) => b.created - a.created);
  return { object: "list", url, has_more: newest.length > limit, data: newest.slice(0, limit) };
}
