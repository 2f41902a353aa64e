import type { StoredEvent } from "#domain/live/events.ts";
import type { Env } from "#worker/env.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

export { Board, Conversation, GameHost, Ids, LevelRoom, Presence, Throttle, UserHub } from "#worker/index.ts";

/** Wraps the built site. POST /bench/notify/{id} sends an event to a user's pages. */
const notify = {
  async fetch(request, env, context) {
    const id = /\/bench\/notify\/(\d+)$/.exec(request.url)?.[1];
    if (!id) return site.default.fetch(request, env, context);
    await env.USER_HUB.getByName(id).notifyPages((await request.json()) as StoredEvent);
    return new Response("sent");
  },
  queue: (batch, env) => site.default.queue(batch, env),
  scheduled: (controller, env) => site.default.scheduled(controller, env),
} satisfies ExportedHandler<Env, RenderJob>;

export default notify;
