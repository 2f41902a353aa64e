import type { StripeState } from "./state.ts";
/** A form in Stripe's format: `items[0][price]=x` is `{items: [{price: "x"}]}`. */
export type StripeForm = { [name: string]: string | StripeForm | (string | StripeForm)[] | undefined };

/** Parses a form or a query with brackets in its names. */
export function parseStripeForm(text: string): StripeForm {
  const form: StripeForm = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll("]", "").split("[");
    const last = keys.pop() ?? "";
    let at = form;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as StripeForm;
    }
    at[last] = value;
  }
  return toLists(form) as StripeForm;
}

/** Converts objects with only numeric keys to lists. */
function toLists(value: StripeForm | string): StripeForm | string | (StripeForm | string)[] {
  if (typeof value === "string") return value;
  const entries = Object.entries(value).map(([key, one]) => [key, toLists(one as StripeForm)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return isList
    ? entries.map(([, one]) => one as StripeForm | string)
    : (Object.fromEntries(entries) as StripeForm);
}

export const textOf = (value: StripeForm[string]): string => (typeof value === "string" ? value : "");
export const formOf = (value: StripeForm[string]): StripeForm =>
  typeof value === "object" && !Array.isArray(value) ? value : {};
export const formsOf = (value: StripeForm[string]): StripeForm[] =>
  (Array.isArray(value) ? value : []) as StripeForm[];

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
