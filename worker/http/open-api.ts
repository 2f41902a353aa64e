import { ApiError } from "#domain/errors.ts";
import { compressLocally } from "./compress.ts";
import type { HonoApp } from "./handle.ts";

/** Serves the API description that the build generates (scripts/site/open-api-plugin.ts). */
export function openApiRoutes(app: HonoApp): void {
  app.get("/api/openapi.json", async (c) => {
    const found = await c.env.ASSETS.fetch(new URL("/static/openapi.json", c.req.url).toString());
    if (!found.ok) throw new ApiError("not_found");
    const response = new Response(found.body, {
      headers: { "Content-Type": "application/json", "Cache-Control": "public, max-age=300" },
    });
    compressLocally(c, response.headers);
    return response;
  });
}
