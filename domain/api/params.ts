import { COMMENT_TARGETS } from "../comments/rules.ts";
import { MESSAGE_ID } from "../conversations/ids.ts";
import { ITEM_TYPE_NAMES } from "../items/item-types.ts";

const ID = /^[1-9]\d{0,14}$/;

/** The pattern of each path parameter. A mismatch means that nothing has this name: 404, not 422. */
const NUMBERS = {
  id: ID,
  levelId: ID,
  ratingId: ID,
  userId: ID,
  revision: ID,
  checkId: ID,
  subforum: /^[1-3]$/,
  page: /^[1-9]\d{0,5}$/,
};

const TEXTS = {
  category: new RegExp(`^(?:${ITEM_TYPE_NAMES.join("|")})$`),
  search: /^.{0,400}$/su,
  username: /^[A-Za-z0-9_]{3,20}$/,
  type: new RegExp(`^(?:${COMMENT_TARGETS.join("|")})$`),
  reportType: /^(?:level|comment|message|item|thread|reply|user)$/,
  removalType: /^(?:level|comment|message|item|thread|reply|user|rating|picture)$/,
  settingsTab: /^(?:account|privacy|appearance|billing)$/,
  tab: /^(?:buddies|incoming|outgoing)$/,
  followTab: /^(?:followers|following)$/,
  messageId: MESSAGE_ID,
  sessionId: /^[A-Za-z0-9_-]{43}$/,
  target: /^[A-Za-z0-9_]{1,40}$/,
  token: /^[A-Za-z0-9_-]{20,200}$/,
};

const PARAMS: Record<string, RegExp> = { ...NUMBERS, ...TEXTS };

/** The value of a path parameter for a handler: its number, or its text. */
export type ParamValue<Name extends string> = Name extends keyof typeof TEXTS ? string : number;

export function isValidParam(name: string, value: string): boolean {
  return PARAMS[name]?.test(value) ?? false;
}

export const readParam = (name: string, value: string): string | number =>
  name in NUMBERS ? Number(value) : value;
