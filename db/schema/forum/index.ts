export * from "../counters.ts";
export * from "../keyed-calls.ts";
export * from "../outbox.ts";
export * from "./forums.ts";
