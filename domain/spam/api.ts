import * as z from "zod/mini";
import { flag, oneOf, pageNumber, text } from "../api/fields.ts";
import { page } from "../api/page.ts";
import { listPage, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { TIMES } from "../api/times.ts";
import { LIMITS } from "../limits.ts";
import { HOLD_REASONS } from "./rules.ts";
import { WORD_ACTIONS } from "./word-list.ts";

export const HELD_STATES = ["waiting", "approved", "declined"] as const;

/** A post that is or was held for review. */
export const heldPost = z.object({
  id: z.int(),
  kind: z.enum(["comment", "thread", "reply"]),
  user: userCard,
  /** Whether its author is a newcomer: in their first day, or without a verified email address. */
  newcomer: z.boolean(),
  title: z.string(),
  body: z.string(),
  why: z.enum(HOLD_REASONS),
  /** The matched words, or the number of links. */
  found: z.string(),
  /** Where it will be published. */
  place: z.object({ name: z.string(), url: z.string() }),
  state: z.enum(HELD_STATES),
  reason: z.string(),
  decided_by: z.nullable(userCard),
  decided_at: z.nullable(z.string()),
  ...TIMES,
});
export type HeldPost = z.infer<typeof heldPost>;

export const heldQueueRoute = route("GET", "/api/staff/held", {
  summary: "Posts held for review, oldest first.",
  access: "moderator",
  input: z.object({ state: z._default(oneOf("State", HELD_STATES), "waiting"), page: pageNumber }),
  output: listPage(heldPost),
});

export const decideHeldRoute = route("POST", "/api/staff/held/{id}/decide", {
  summary: "Publishes a held post, or declines it with a reason for its author.",
  access: "moderator",
  input: z.object({
    approve: flag("Approve"),
    reason: z._default(text("Reason", { min: 0, max: LIMITS.banReason, multiline: true }), ""),
  }),
});

export const word = z.object({
  id: z.int(),
  word: z.string(),
  action: z.enum(WORD_ACTIONS),
  /** Matches only whole words, not parts of other words. */
  whole: z.boolean(),
  user: userCard,
  ...TIMES,
});
export type Word = z.infer<typeof word>;

const wordFields = {
  action: oneOf("Action", WORD_ACTIONS),
  whole: z._default(flag("Whole word"), true),
};

export const wordListRoute = route("GET", "/api/staff/words", {
  summary: "Blocked words, A–Z.",
  access: "moderator",
  input: z.object({ page: pageNumber }),
  output: listPage(word),
});

export const addWordRoute = route("POST", "/api/staff/words", {
  creates: "main",
  summary: "Adds a word to the list, or changes an existing one.",
  access: "moderator",
  status: 201,
  input: z.object({ word: text("Word", { min: 2, max: LIMITS.word }), ...wordFields }),
  output: z.object({ word }),
});

export const deleteWordRoute = route("POST", "/api/staff/words/{id}/delete", {
  summary: "Removes a word from the list.",
  access: "moderator",
});

export const tryWordsRoute = route("POST", "/api/staff/words/try", {
  summary: "The listed words in a text. Stores nothing.",
  access: "moderator",
  rateLimit: "search",
  input: z.object({ text: text("Text", { max: LIMITS.post, multiline: true }) }),
  output: z.object({ refuse: z.array(z.string()), hold: z.array(z.string()) }),
});

export const heldPostsPage = page("/staff/held", {
  access: "moderator",
  module: "staff/held",
  title: "Held posts",
});

export const wordsPage = page("/staff/words", { access: "moderator", module: "staff/words", title: "Words" });
