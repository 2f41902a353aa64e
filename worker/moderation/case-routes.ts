import type { App } from "../http/handle.ts";

export function caseRoutes(_app: App): void {}
