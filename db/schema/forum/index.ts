export * from "../counters.ts";
export * from "../outbox.ts";
export * from "./forums.ts";
