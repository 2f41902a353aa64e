import * as z from "zod/mini";
import { text, wholeNumber } from "../api/fields.ts";
import { listPage } from "../api/response.ts";
import { route } from "../api/route.ts";
import { avatar } from "../avatar/api.ts";
import { LIMITS } from "../limits.ts";

export const outfit = z.object({
  id: z.int(),
  name: z.string(),
  thumbnail_url: z.string(),
  /** Whether its picture has been rendered; until then the URL is a placeholder. */
  rendered: z.boolean(),
});
export type Outfit = z.infer<typeof outfit>;

const name = text("Name", { max: LIMITS.outfitName });

export const outfitListRoute = route("GET", "/api/outfits/{page}/{search?}", {
  summary: "Your outfits, newest first.",
  access: "member",
  input: z.object({ pretty: z.optional(z.string()) }),
  output: listPage(outfit),
  rateLimit: "search",
});

export const createOutfitRoute = route("POST", "/api/outfit/create", {
  creates: "main",
  summary: "Saves your bopi's current items and colors as an outfit.",
  access: "member",
  status: 201,
  input: z.object({ name }),
  output: z.object({ outfit }),
});

export const editOutfitRoute = route("POST", "/api/outfit/edit/{id}", {
  summary: "Renames an outfit.",
  access: "member",
  input: z.object({ name }),
  output: z.object({ outfit }),
});

export const deleteOutfitRoute = route("POST", "/api/outfit/delete/{id}", {
  summary: "Permanently deletes an outfit.",
  access: "member",
});

export const wearOutfitRoute = route("POST", "/api/outfit/wear/", {
  summary: "Equips an outfit.",
  access: "member",
  input: z.object({ id: wholeNumber("Outfit", { min: 1, max: 999_999_999_999_999 }) }),
  output: avatar,
});
