import { statement } from "#db/database.ts";

/** Whether the batch left work for other queues. */
export const PENDING_WORK = statement<{ due: 0 | 1; notices: 0 | 1 }>`select
  exists (select 1 from achievement_queue) as due, exists (select 1 from notices) as notices`;
