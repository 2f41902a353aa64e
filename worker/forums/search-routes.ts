import type { App } from "../http/handle.ts";

export function forumSearchRoutes(_app: App): void {}
