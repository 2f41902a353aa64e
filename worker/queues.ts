import type { QueueName as PublicName } from "#domain/system/problems.ts";
import type { QueueName } from "./env.ts";

const DEAD = /-dead$/;

/** Whether a queue, by its name on Cloudflare, is the dead-letter queue of another one. */
export const isDeadLetterQueue = (name: string): boolean => DEAD.test(name);

/** Returns the binding of a queue or its dead-letter queue. Queues are named after the worker, which an operator may rename. */
export const queueOf = (name: string): QueueName =>
  name.replace(DEAD, "").split("-").at(-1)?.toUpperCase() as QueueName;

/** Returns a queue's name as pages and `/health` show it. */
export const publicQueueName = (name: string): PublicName => name.toLowerCase() as PublicName;
