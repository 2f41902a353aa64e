import type { App } from "../http/handle.ts";

export function spamRoutes(_app: App): void {}
