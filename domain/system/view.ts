import { ERROR_KINDS, ERROR_STATES, type ErrorKind, type ErrorState } from "./errors.ts";

/** Which errors the system page lists. An empty kind is all of them. */
export interface SystemView {
  state: ErrorState;
  kind: ErrorKind | "";
}

/** Reads the system page's URL query and ignores invalid values. */
export const readSystemView = (query: URLSearchParams): SystemView => ({
  state: ERROR_STATES.find((state) => state === query.get("state")) ?? "open",
  kind: ERROR_KINDS.find((kind) => kind === query.get("kind")) ?? "",
});

/** The URL query of a view, without the default values. */
export function writeSystemView({ state, kind }: SystemView): string {
  const query = new URLSearchParams();
  if (state !== "open") query.set("state", state);
  if (kind) query.set("kind", kind);
  return `?${query}`;
}
