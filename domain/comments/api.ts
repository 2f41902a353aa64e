import * as z from "zod/mini";
import { oneOf, pageNumber, text, wholeNumber } from "../api/fields.ts";
import { heldNotice, userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { LIMITS } from "../limits.ts";
import { COMMENT_TARGETS } from "./rules.ts";

/** `body` is the text as typed. Pages escape it, then replace emoticon shortcodes with pictures. */
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
  cacheSeconds: 2,
  input: z.object({ page: pageNumber }),
  output: z.object({
    data: z.array(comment),
    meta: z.object({ current_page: z.int(), last_page: z.int(), total: z.int() }),
    links: z.object({ next: z.nullable(z.string()) }),
    /** False if comments are turned off or the owner doesn't take comments from the viewer. */
    can_comment: z.boolean(),
  }),
});

export const createCommentRoute = route("POST", "/api/comments/create", {
  creates: "main",
  summary: "Posts a comment. `held` is set if it is held for review.",
  access: "member",
  status: 201,
  input: z.object({
    type: oneOf("Type", COMMENT_TARGETS),
    id: wholeNumber("Id", { min: 1, max: 1_000_000_000_000 }),
    body: text("Comment", { max: LIMITS.comment, multiline: true }),
  }),
  output: z.object({ comment: z.nullable(comment), held: heldNotice }),
});

export const deleteCommentRoute = route("POST", "/api/comments/{id}/delete", {
  summary: "Deletes a comment. Available to its author, the owner of its page, and staff.",
  access: "member",
});
