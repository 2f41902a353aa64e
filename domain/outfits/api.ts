import * as z from "zod/mini";
import { message, nothing, page } from "../api/answers.ts";
import { text, whole } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { avatar } from "../avatar/api.ts";
import { LIMITS } from "../limits.ts";

/** A look that was kept under a name. */
export const outfit = z.object({
  id: z.int(),
  name: z.string(),
  thumbnail_url: z.string(),
  /** False while its picture is still to be drawn; the address then shows a stand-in. */
  rendered: z.boolean(),
});
export type Outfit = z.infer<typeof outfit>;

const name = text("Name", { max: LIMITS.outfitName });

export const outfitListRoute = route("GET", "/api/outfits/{page}/{search?}", {
  summary: "One's own outfits, newest first.",
  access: "member",
  input: z.object({ pretty: z.optional(z.string()) }),
  output: page(outfit),
  limit: "search",
});

export const createOutfitRoute = route("POST", "/api/outfit/create", {
  summary: "Keeps what one's bopi wears now, and its colours, as an outfit.",
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
  summary: "Deletes an outfit for good.",
  access: "member",
  input: nothing,
  output: message,
});

export const wearOutfitRoute = route("POST", "/api/outfit/wear/", {
  summary: "Dresses one's bopi as an outfit has it.",
  access: "member",
  input: z.object({ id: whole("Outfit", { min: 1, max: 999_999_999_999_999 }) }),
  output: avatar,
});
