import type { App } from "../http/handle.ts";

export function itemReviewRoutes(_app: App): void {}
