import type { App } from "../http/handle.ts";

export function lookUpRoutes(_app: App): void {}
