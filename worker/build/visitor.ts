import type { UserCard } from "#domain/api/response.ts";

/** Someone who can build a level, as the route that checked it describes them to the object. */
export interface Visitor {
  user: UserCard;
  /** Hash of the session. */
  session: string;
  isCreator: boolean;
  /** The level's newest published revision. */
  revision: number;
  /** When the check began (ms). */
  checkedAt: number;
}

/** Set by the route that checked session and access; never accepted from outside. */
const VISITOR_HEADER = "x-build-visitor";

export const visitorHeaders = (visitor: Visitor): Record<string, string> => ({
  [VISITOR_HEADER]: encodeURIComponent(JSON.stringify(visitor)),
});

export function readVisitor(headers: Headers): Visitor | null {
  const value = headers.get(VISITOR_HEADER);
  return value === null ? null : (JSON.parse(decodeURIComponent(value)) as Visitor);
}
