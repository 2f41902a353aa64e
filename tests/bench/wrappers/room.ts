import type { Env } from "#worker/env.ts";
import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";

export { Board, Conversation, GameHost, Ids, LevelRoom, Presence, Throttle, UserHub } from "#worker/index.ts";

/** Wraps the built site. GET /bench/room/{level}:{instance} returns what a room has done. */
const room = {
  async fetch(request, env, context) {
    const name = /\/bench\/room\/(\d+:\d+)$/.exec(request.url)?.[1];
    if (!name) return site.default.fetch(request, env, context);
    return Response.json(await env.LEVEL_ROOM.getByName(name).stats());
  },
  queue: (batch, env) => site.default.queue(batch, env),
  scheduled: (controller, env) => site.default.scheduled(controller, env),
} satisfies ExportedHandler<Env, RenderJob>;

export default room;
