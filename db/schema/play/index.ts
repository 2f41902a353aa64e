export * from "../outbox.ts";
export * from "./play.ts";
