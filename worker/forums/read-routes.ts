import type { App } from "../http/handle.ts";

export function forumReadRoutes(_app: App): void {}
