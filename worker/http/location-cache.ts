/** The location's cache, shared by its processes. If it fails, everything is read where it comes from. */
export const locationCache = {
  async match(key: RequestInfo | URL): Promise<Response | undefined> {
    return (await withoutErrors(caches.default.match(key))) ?? undefined;
  },
  /** Caches a response. The promise is for `waitUntil`. */
  async put(key: RequestInfo | URL, response: Response): Promise<void> {
    await withoutErrors(caches.default.put(key, response));
  },
};

async function withoutErrors<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    console.error(JSON.stringify({ level: "error", event: "cache failed", error: String(error) }));
    return undefined;
  }
}
