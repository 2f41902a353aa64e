import type { App } from "../http/handle.ts";

export function forumWriteRoutes(_app: App): void {}
