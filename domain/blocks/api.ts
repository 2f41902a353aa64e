import * as z from "zod/mini";
import { pageNumber, searchQuery } from "../api/fields.ts";
import { page } from "../api/page.ts";
import { listPage, messageResponse } from "../api/response.ts";
import { route } from "../api/route.ts";
import { presentUserCard } from "../presence/presence.ts";

export const blockListRoute = route("GET", "/api/blocks", {
  summary: "The users you have blocked, newest first.",
  access: "member",
  input: z.object({ page: pageNumber, search: searchQuery }),
  output: listPage(presentUserCard),
});

export const toggleBlockRoute = route("POST", "/api/block/{username}/toggle", {
  summary: "Blocks or unblocks a user. A block removes the buddy connection and any request between the two.",
  access: "member",
  output: z.extend(messageResponse, { blocked: z.boolean() }),
});

export const deleteBlockRoute = route("POST", "/api/block/{username}/delete", {
  summary: "Unblocks a user.",
  access: "member",
  output: z.extend(messageResponse, { blocked: z.boolean() }),
});

export const blocksPage = page("/blocks", {
  access: "member",
  module: "blocks/blocks",
  group: "rare",
  title: "Blocked users",
});
