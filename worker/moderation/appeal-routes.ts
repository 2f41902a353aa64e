import type { App } from "../http/handle.ts";

export function appealRoutes(_app: App): void {}
