/** A field of a page's view as its URL's query has it. The default isn't written. */
interface QueryField<T> {
  read(text: string | null): T;
  write(value: T): string | null;
}

/** A field. `read` returns undefined for text that isn't valid, which then counts as the default. */
/* @__NO_SIDE_EFFECTS__ */
function field<T>(byDefault: T, read: (text: string) => T | undefined): QueryField<T> {
  return {
    read: (text) => (text === null ? undefined : read(text)) ?? byDefault,
    write: (value) => (value === byDefault ? null : String(value)),
  };
}

/** One of a list's values. */
/* @__NO_SIDE_EFFECTS__ */
export function optionField<const V extends string | number, const D extends string | number>(
  values: readonly V[],
  byDefault: D,
): QueryField<V | D> {
  return field<V | D>(byDefault, (text) => values.find((value) => String(value) === text));
}

/** A whole number from `min` to `max`. */
/* @__NO_SIDE_EFFECTS__ */
export function numberField<D extends number | null>(
  max: number,
  byDefault: D,
  min = 1,
): QueryField<number | D> {
  return field<number | D>(byDefault, (text) => {
    const value = Number(text);
    return Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
  });
}

/** A choice of two, one of which has a text. */
/* @__NO_SIDE_EFFECTS__ */
export function flagField(word: string, meaning: boolean): QueryField<boolean> {
  return {
    read: (text) => (text === word) === meaning,
    write: (value) => (value === meaning ? word : null),
  };
}

export const textField = field("", (text) => text.trim());
export const pageField = numberField(1_000_000, 1);

/** The functions that read a view from a URL's query, ignoring invalid values, and write one. */
/* @__NO_SIDE_EFFECTS__ */
export function queryView<V extends object>(fields: { readonly [K in keyof V]: QueryField<V[K]> }) {
  const names = Object.keys(fields) as (keyof V & string)[];
  return {
    read: (query: URLSearchParams): V =>
      Object.fromEntries(names.map((name) => [name, fields[name].read(query.get(name))])) as V,
    write(view: V): URLSearchParams {
      const query = new URLSearchParams();
      for (const name of names) {
        const text = fields[name].write(view[name]);
        if (text !== null) query.set(name, text);
      }
      return query;
    },
  };
}

/** The state of a view: `ViewOf<typeof view>`. */
export type ViewOf<Q extends { read(query: URLSearchParams): object }> = ReturnType<Q["read"]>;

/** A query with its `?`; empty text for an empty one. */
export const queryText = (query: URLSearchParams): string => (query.size > 0 ? `?${query}` : "");

export const readPage = (query: URLSearchParams): number => pageField.read(query.get("page"));

const view = queryView({ search: textField, page: pageField });
/** The state of a searchable list as its URL and its request have it. */
export type ListView = ViewOf<typeof view>;
export const readListView = view.read;
export const writeListView = view.write;
