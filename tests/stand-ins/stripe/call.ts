import type { StripeForm } from "./form.ts";
import type { StripeState } from "./state.ts";

/** An API call: its form or query, and the id in its path. */
export interface StripeCall {
  state: StripeState;
  /** The stand-in's own URL. */
  url: string;
  form: StripeForm;
  id: string;
}

/** Returns one page of a list, newest first. */
export function stripeListPage<T extends { created: number }>(objects: T[], form: StripeForm, url: string) {
  const limit = Number(form.limit ?? 10);
  // Objects of the same second stay in creation order.
  const newest = objects.reverse().sort((a, b) => b.created - a.created);
  return { object: "list", url, has_more: newest.length > limit, data: newest.slice(0, limit) };
}
