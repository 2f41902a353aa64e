import * as z from "zod/mini";
import { wholeNumber } from "../../api/fields.ts";
import { userCard } from "../../api/response.ts";
import { route } from "../../api/route.ts";

const editors = z.object({ editors: z.array(userCard) });

export const inviteEditorRoute = route("POST", "/api/builds/{id}/editors", {
  creates: "main",
  summary: "Invites a buddy to build the level together. At most 8.",
  access: "member",
  input: z.object({ user_id: wholeNumber("User id", { min: 1, max: Number.MAX_SAFE_INTEGER }) }),
  output: editors,
});

export const removeEditorRoute = route("POST", "/api/builds/{id}/editors/{userId}/delete", {
  summary: "Removes an editor and closes their page. Editors can remove themselves.",
  access: "member",
  output: editors,
});
