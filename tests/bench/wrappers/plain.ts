import type { StoredEvent } from "#domain/live/events.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

export * from "#worker/index.ts";

/**
 * Wraps the built site. POST /bench/notify/{id} sends an event to a user's pages, and GET /bench/room/{level}:{instance} returns what
 * a room has done.
 */
const plain = {
  async fetch(request, env, context) {
    const [, what, name = ""] = /\/bench\/(notify|room)\/([\d:]+)$/.exec(request.url) ?? [];
    if (what === "room") return Response.json(await env.LEVEL_ROOM.getByName(name).stats());
    if (what !== "notify") return site.default.fetch(request, env, context);
    await env.USER_HUB.getByName(name).notifyPages((await request.json()) as StoredEvent);
    return new Response("sent");
  },
  queue: (batch, env) => site.default.queue(batch, env),
  scheduled: (controller, env) => site.default.scheduled(controller, env),
} satisfies ExportedHandler<Env, RenderJob>;

export default plain;
