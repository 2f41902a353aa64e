import type { App } from "../http/handle.ts";

export function themeRoutes(_app: App): void {}
