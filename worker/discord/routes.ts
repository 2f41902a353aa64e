import type { App } from "../http/handle.ts";

export function discordRoutes(_app: App): void {}
