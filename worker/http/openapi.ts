import { ApiError } from "#domain/errors.ts";
import { compressLocally } from "./compress.ts";
import type { App } from "./handle.ts";

/** The description of the API, which the build has printed (scripts/site/print-api.ts). */
export function openApiRoutes(app: App): void {
  app.get("/api/openapi.json", async (c) => {
    const found = await c.env.ASSETS.fetch(new URL("/static/openapi.json", c.req.url).toString());
    if (!found.ok) throw new ApiError("not_found");
    const answer = new Response(found.body, {
      headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" },
    });
    compressLocally(c, answer.headers);
    return answer;
  });
}
