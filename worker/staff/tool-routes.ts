import type { App } from "../http/handle.ts";

export function staffToolRoutes(_app: App): void {}
