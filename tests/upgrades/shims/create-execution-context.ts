/** `cloudflare:test` for modules of worker tests that run in Node: what they use to call the site. */
export const createExecutionContext = (): object => ({});
export const waitOnExecutionContext = async (): Promise<void> => undefined;

const inWorkerdOnly = (): never => {
  throw new Error("Only tests in workerd can do that.");
};
export const createMessageBatch = inWorkerdOnly;
export const getQueueResult = inWorkerdOnly;
export const runDurableObjectAlarm = inWorkerdOnly;
export const runInDurableObject = inWorkerdOnly;
export const evictDurableObject = inWorkerdOnly;
