/** A form as Stripe's clients send it: `items[0][price]=x` is `{items: [{price: "x"}]}`. */
export type Form = { [name: string]: string | Form | (string | Form)[] | undefined };

/** Reads a form or a query with brackets in its names. */
export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll("]", "").split("[");
    const last = keys.pop() ?? "";
    let at = form;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as Form;
    }
    at[last] = value;
  }
  return listsOf(form) as Form;
}

/** Objects whose names are all numbers are lists. */
function listsOf(value: Form | string): Form | string | (Form | string)[] {
  if (typeof value === "string") return value;
  const entries = Object.entries(value).map(([key, one]) => [key, listsOf(one as Form)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return isList ? entries.map(([, one]) => one as Form | string) : (Object.fromEntries(entries) as Form);
}

export const textOf = (value: Form[string]): string => (typeof value === "string" ? value : "");
export const formOf = (value: Form[string]): Form =>
  typeof value === "object" && !Array.isArray(value) ? value : {};
export const formsOf = (value: Form[string]): Form[] => (Array.isArray(value) ? value : []) as Form[];
