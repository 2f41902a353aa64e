/** Waits for `work`, but throws after `limit` milliseconds. The work itself isn't canceled. */
export async function withTimeLimit<T>(limit: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not finished after ${limit} ms`)), limit);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
