import * as z from "zod/mini";
import { text } from "../../api/fields.ts";
import { route } from "../../api/route.ts";
import { BUILD_LIMITS } from "../limits.ts";

export const prefab = z.object({
  id: z.int(),
  name: z.string(),
  /** Blocks, stars, checkpoints and hazards around the origin, which is the middle of their underside. */
  parts: z.array(z.any()),
  created_at: z.string(),
});
export type Prefab = z.infer<typeof prefab>;

export const prefabListRoute = route("GET", "/api/prefabs", {
  summary: "Your prefabs, newest first.",
  access: "member",
  output: z.object({ data: z.array(prefab) }),
});

export const createPrefabRoute = route("POST", "/api/prefabs", {
  creates: "main",
  summary: "Saves things as a prefab. At most 50 of 500 things each.",
  access: "member",
  status: 201,
  bodyBytes: BUILD_LIMITS.prefabBytes,
  input: z.object({
    name: text("Name", { max: BUILD_LIMITS.prefabName }),
    parts: z
      .array(z.any())
      .check(
        z.minLength(1, "A prefab needs at least one thing."),
        z.maxLength(
          BUILD_LIMITS.prefabParts,
          `A prefab can have at most ${BUILD_LIMITS.prefabParts} things.`,
        ),
      ),
  }),
  output: z.object({ prefab }),
});

export const deletePrefabRoute = route("POST", "/api/prefabs/{id}/delete", {
  summary: "Deletes one of your prefabs.",
  access: "member",
});
