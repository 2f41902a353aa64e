import type { App } from "../http/handle.ts";

export function settingsRoutes(_app: App): void {}
