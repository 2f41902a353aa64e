export * from "./bopis.ts";
export * from "./comments.ts";
export * from "./items.ts";
export * from "./levels.ts";
export * from "./live.ts";
export * from "./ratings.ts";
export * from "./users.ts";
