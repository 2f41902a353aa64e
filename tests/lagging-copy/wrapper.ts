import * as site from "#worker/index.ts";
import type { RenderJob } from "#worker/render/job.ts";
import { connectLaggingCopy } from "./connect-lagging-copy.ts";

/** Wraps the built site, whose bindings are one object in all of its parts, and connects its database to the copy. */
export * from "#worker/index.ts";

const withCopy = (env: Env): Env => {
  connectLaggingCopy(env);
  return env;
};

export default {
  fetch: (request, env, context) => site.default.fetch(request, withCopy(env), context),
  queue: (batch, env) => site.default.queue(batch, withCopy(env)),
  scheduled: (controller, env) => site.default.scheduled(controller, withCopy(env)),
} satisfies ExportedHandler<Env, RenderJob>;
