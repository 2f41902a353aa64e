import { app } from "./app.ts";
import { buildSocketResponse } from "./build/socket-routes.ts";
import { countDeadLetters, takeHeartbeats } from "./health/heartbeats.ts";
import { cachedResponse } from "./http/cached-response.ts";
import { flushErrors } from "./http/error-log.ts";
import { isReadOnly } from "./http/read-only.ts";
import type { MailRetry } from "./mail/mail-retry.ts";
import { operatorResponse } from "./operator/operator-response.ts";
import { consumePushes } from "./push/consume-pushes.ts";
import type { PushJob } from "./push/job.ts";
import { consumeRenders } from "./render/consume-renders.ts";
import type { RenderJob } from "./render/job.ts";
import { roomSocketResponse } from "./room/routes.ts";
import { consumeRuns } from "./runs/consume-runs.ts";
import type { RunJob } from "./runs/job.ts";
import { runSchedule } from "./schedule.ts";
import { postponeBatch, queueOf } from "./send-all.ts";
import { consumeExports } from "./settings/export/commands.ts";
import type { ExportJob } from "./settings/export/job.ts";

export { Backup } from "./objects/backup.ts";
export { Board } from "./objects/board.ts";
export { Conversation } from "./objects/conversation.ts";
export { GameHost } from "./objects/game-host.ts";
export { Ids } from "./objects/ids.ts";
export { LevelBuild } from "./objects/level-build.ts";
export { LevelRoom } from "./objects/level-room.ts";
export { Presence } from "./objects/presence.ts";
export { Throttle } from "./objects/throttle.ts";
export { UserHub } from "./objects/user-hub.ts";

function consume(batch: MessageBatch<unknown>, env: Env): Promise<void> {
  switch (queueOf(batch.queue)) {
    case "EXPORTS":
      return consumeExports(batch as MessageBatch<ExportJob>, env);
    case "RUNS":
      return consumeRuns(batch as MessageBatch<RunJob>, env);
    case "PUSHES":
      return consumePushes(batch as MessageBatch<PushJob | MailRetry>, env);
    default:
      return consumeRenders(batch as MessageBatch<RenderJob>, env);
  }
}

function handleRequest(request: Request, env: Env, context: ExecutionContext): Promise<Response> | Response {
  return (
    operatorResponse(request, env) ??
    cachedResponse(request, env) ??
    roomSocketResponse(request, env) ??
    buildSocketResponse(request, env) ??
    app.fetch(request, env, context)
  );
}

export default {
  fetch: handleRequest,
  queue: async (all, env) => {
    // Jobs need all of the database, and rows that they write would differ from the backup.
    if (env.RESTORING === "on") return postponeBatch(all, env);
    try {
      const batch = await takeHeartbeats(all, env);
      const now = Date.now();
      if (!batch) return;
      if (await isReadOnly(env, now)) return await postponeBatch(batch, env);
      await countDeadLetters(batch, env, now);
      await consume(batch, env);
    } finally {
      await flushErrors(env);
    }
  },
  scheduled: async (_controller, env) => {
    if (env.RESTORING === "on") return;
    await runSchedule(env);
    await flushErrors(env);
  },
} satisfies ExportedHandler<Env, RenderJob | ExportJob | RunJob | PushJob>;
