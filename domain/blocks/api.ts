import * as z from "zod/mini";
import { message, nothing, page } from "../api/answers.ts";
import { pageNumber, searchText } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { presentUserCard } from "../presence/presence.ts";

export const blockListRoute = route("GET", "/api/blocks", {
  summary: "Whom one has blocked, newest first.",
  access: "member",
  input: z.object({ page: pageNumber, search: searchText }),
  output: page(presentUserCard),
});

export const toggleBlockRoute = route("POST", "/api/block/{username}/toggle", {
  summary: "Blocks somebody, or unblocks them. A block ends being buddies and every request between the two.",
  access: "member",
  input: nothing,
  output: z.extend(message, { blocked: z.boolean() }),
});

export const deleteBlockRoute = route("POST", "/api/block/{username}/delete", {
  summary: "Unblocks somebody.",
  access: "member",
  input: nothing,
  output: z.extend(message, { blocked: z.boolean() }),
});
