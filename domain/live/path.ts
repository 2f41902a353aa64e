/** Where a signed-in page opens its socket. */
export const LIVE_PATH = "/api/live";
