import type { App } from "../http/handle.ts";

export function billingRoutes(_app: App): void {}
