import { logError } from "../http/log.ts";
import { isDeadLetterQueue } from "../queues.ts";
import { renderAvatar, renderOutfit } from "./avatar.ts";
import { renderDouble } from "./double-picture.ts";
import { renderItem } from "./item.ts";
import type { RenderJob } from "./job.ts";
import { renderLevel } from "./level.ts";
import { renderVersion } from "./render-version.ts";

function render(env: Env, job: RenderJob): Promise<void> {
  switch (job.kind) {
    case "level":
      return renderLevel(env, job);
    case "double":
      return renderDouble(env, job);
    case "avatar":
      return renderAvatar(env, job);
    case "outfit":
      return renderOutfit(env, job);
    case "item":
      return renderItem(env, job);
    case "build":
      return renderVersion(env, job);
  }
}

/**
 * Runs the render jobs of a queue. A failed job is retried with growing delays and ends in the dead-letter
 * queue.
 */
export async function consumeRenders(batch: MessageBatch<RenderJob>, env: Env): Promise<void> {
  for (const message of batch.messages) {
    if (isDeadLetterQueue(batch.queue)) {
      console.error(JSON.stringify({ level: "error", event: "render given up", job: message.body }));
      message.ack();
      continue;
    }
    try {
      await render(env, message.body);
      message.ack();
    } catch (error) {
      logError("render failed", { job: message.body }, error);
      message.retry({ delaySeconds: 2 ** message.attempts });
    }
  }
}
