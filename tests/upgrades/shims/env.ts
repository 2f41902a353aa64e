import { fetchFromSite, runtime } from "../runtime.ts";

/** `cloudflare:workers` for modules of worker tests that run in Node. */
export const { env } = runtime;
export const exports = { default: { fetch: fetchFromSite } };

export class DurableObject {}
export class WorkerEntrypoint {}
export class RpcTarget {}
export const waitUntil = (): void => undefined;
