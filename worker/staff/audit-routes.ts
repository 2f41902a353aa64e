import type { App } from "../http/handle.ts";

export function auditRoutes(_app: App): void {}
