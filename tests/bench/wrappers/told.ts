import type { LastingEvent } from "#domain/live/events.ts";
import type { Env } from "#worker/env.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

export { Conversation, GameHost, Ids, Presence, Throttle, UserHub } from "#worker/index.ts";

/** Stands before the built site and lets whoever measures tell a user something: POST /bench/tell/{id} with an event. */
export default {
  async fetch(request, env, context) {
    const id = /\/bench\/tell\/(\d+)$/.exec(request.url)?.[1];
    if (!id) return site.default.fetch(request, env, context);
    await env.USER_HUB.getByName(id).tell((await request.json()) as LastingEvent);
    return new Response("told");
  },
  queue: (batch, env) => site.default.queue(batch, env),
  scheduled: (controller, env) => site.default.scheduled(controller, env),
} satisfies ExportedHandler<Env, RenderJob>;
