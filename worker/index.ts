import { app, messageApp } from "./app.ts";
import type { Env } from "./env.ts";
import { respondFromCache } from "./http/cached-response.ts";
import { consumeRenders } from "./render/consumer.ts";
import type { RenderJob } from "./render/job.ts";
import { runSchedule } from "./schedule.ts";
import { consumeExports, isExports } from "./settings/export/consumer.ts";
import type { ExportJob } from "./settings/export/job.ts";

export { Conversation } from "./conversations/room.ts";
export { GameHost } from "./hosts/object.ts";
export { Throttle } from "./http/throttle.ts";
export { Ids } from "./ids/object.ts";
export { UserHub } from "./live/hub.ts";
export { Presence } from "./presence/shard.ts";

/** Whether the path, which begins at the first slash after the scheme's two, is one of the messages'. */
const isMessages = ({ url }: Request) => url.startsWith("/api/messages/", url.indexOf("/", 8));

export default {
  fetch: (request, env, context) =>
    respondFromCache(request, env) ?? (isMessages(request) ? messageApp : app).fetch(request, env, context),
  queue: (batch, env) =>
    isExports(batch) ? consumeExports(batch, env) : consumeRenders(batch as MessageBatch<RenderJob>, env),
  scheduled: (_controller, env) => runSchedule(env),
} satisfies ExportedHandler<Env, RenderJob | ExportJob>;
