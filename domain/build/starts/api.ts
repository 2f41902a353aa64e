import * as z from "zod/mini";
import { oneOf, text } from "../../api/fields.ts";
import { route } from "../../api/route.ts";
import { LIMITS } from "../../limits.ts";
import { WORLD_START_IDS } from "./world-start-ids.ts";

export const createBuildRoute = route("POST", "/api/builds", {
  creates: "main",
  summary: "Creates a private level from one of the ten worlds to start from.",
  access: "member",
  status: 201,
  input: z.object({
    title: text("Title", { max: LIMITS.levelTitle }),
    start: oneOf("World", WORLD_START_IDS),
  }),
  output: z.object({ level_id: z.int(), url: z.string() }),
});
