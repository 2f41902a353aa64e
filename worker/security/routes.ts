import type { App } from "../http/handle.ts";

export function securityRoutes(_app: App): void {}
