import * as z from "zod/mini";
import { message, nothing, page, userCard } from "../api/answers.ts";
import { flag, oneOf, pageNumber, text } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { HOLD_REASONS } from "./rules.ts";
import { WORD_ACTIONS } from "./words.ts";

const times = { created_at: z.string(), created_at_formatted: z.string() };
export const HELD_STATES = ["waiting", "approved", "declined"] as const;

/** Something that was written and waits for staff, or did. */
export const heldPost = z.object({
  id: z.int(),
  kind: z.enum(["comment", "thread", "reply"]),
  user: userCard,
  /** Whether its author is new here: for a day, and until their address is verified. */
  newcomer: z.boolean(),
  title: z.string(),
  body: z.string(),
  why: z.enum(HOLD_REASONS),
  /** The words, or how many links. */
  found: z.string(),
  /** Where it would stand. */
  place: z.object({ name: z.string(), url: z.string() }),
  state: z.enum(HELD_STATES),
  reason: z.string(),
  decided_by: z.nullable(userCard),
  decided_at: z.nullable(z.string()),
  ...times,
});
export type HeldPost = z.infer<typeof heldPost>;

export const heldQueueRoute = route("GET", "/api/staff/held", {
  summary: "Texts that wait for staff, the oldest first.",
  access: "moderator",
  input: z.object({ state: z._default(oneOf("State", HELD_STATES), "waiting"), page: pageNumber }),
  output: page(heldPost),
});

export const decideHeldRoute = route("POST", "/api/staff/held/{id}/decide", {
  summary: "Lets a text through, or declines it with a reason for its author.",
  access: "moderator",
  input: z.object({
    approve: flag("Approve"),
    reason: z._default(text("Reason", { min: 0, max: LIMITS.banReason, multiline: true }), ""),
  }),
  output: message,
});

export const word = z.object({
  id: z.int(),
  word: z.string(),
  action: z.enum(WORD_ACTIONS),
  /** Only as a word of its own, not as part of another. */
  whole: z.boolean(),
  user: userCard,
  ...times,
});
export type Word = z.infer<typeof word>;

const wordFields = {
  action: oneOf("Action", WORD_ACTIONS),
  whole: z._default(flag("Whole word"), true),
};

export const wordListRoute = route("GET", "/api/staff/words", {
  summary: "Words that are not wanted, by the alphabet.",
  access: "moderator",
  input: z.object({ page: pageNumber }),
  output: page(word),
});

export const addWordRoute = route("POST", "/api/staff/words", {
  summary: "Puts a word on the list; one that is there is changed.",
  access: "moderator",
  status: 201,
  input: z.object({ word: text("Word", { min: 2, max: LIMITS.word }), ...wordFields }),
  output: z.object({ word }),
});

export const deleteWordRoute = route("POST", "/api/staff/words/{id}/delete", {
  summary: "Takes a word off the list.",
  access: "moderator",
  input: nothing,
  output: message,
});

export const tryWordsRoute = route("POST", "/api/staff/words/try", {
  summary: "Which words of the list a text has in it; stores nothing.",
  access: "moderator",
  limit: "search",
  input: z.object({ text: text("Text", { max: LIMITS.post, multiline: true }) }),
  output: z.object({ refuse: z.array(z.string()), hold: z.array(z.string()) }),
});
