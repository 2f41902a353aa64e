import * as z from "zod/mini";
import { held, message, nothing, userCard } from "../api/answers.ts";
import { oneOf, pageNumber, text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { COMMENT_TARGETS } from "./rules.ts";

/** `body` is the text as typed. Pages escape it as text, then replace emoticon shortcodes with pictures. */
export const comment = z.object({
  id: z.int(),
  user: userCard,
  body: z.string(),
  created_at: z.string(),
  formatted_date: z.string(),
  can_delete: z.boolean(),
});
export type Comment = z.infer<typeof comment>;

export const commentListRoute = route("GET", "/api/comments/{type}/{id}", {
  summary: "Comments on a level, an item or a profile, newest first.",
  access: "public",
  keep: 2,
  input: z.object({ page: pageNumber }),
  output: z.object({
    data: z.array(comment),
    meta: z.object({ current_page: z.int(), last_page: z.int(), total: z.int() }),
    links: z.object({ next: z.nullable(z.string()) }),
    /** False when the section is turned off or its owner does not take comments from the one who asks. */
    can_comment: z.boolean(),
  }),
});

export const createCommentRoute = route("POST", "/api/comments/create", {
  summary: "Writes a comment; `held` says that it waits for staff.",
  access: "member",
  status: 201,
  input: z.object({
    type: oneOf("Type", COMMENT_TARGETS),
    id: whole("Id", { min: 1, max: 1_000_000_000_000 }),
    body: text("Comment", { max: LIMITS.comment, multiline: true }),
  }),
  output: z.object({ comment: z.nullable(comment), held }),
});

export const deleteCommentRoute = route("POST", "/api/comments/{id}/delete", {
  summary: "Deletes a comment: its author, the owner of the page it stands on, or staff.",
  access: "member",
  input: nothing,
  output: message,
});
