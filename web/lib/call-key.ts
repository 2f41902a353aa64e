/** The keys of calls whose response was lost, by what they sent. */
const lostKeys = new Map<string, string>();

/** A file as text: the hash of its bytes, because each try can make a new object of the same content. */
async function fileText(file: Blob): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return `${file.type} ${new Uint8Array(hash).join()}`;
}

async function contentOf(url: string, input: object): Promise<string> {
  const parts = Object.entries(input).map(async ([name, value]) => [
    name,
    value instanceof Blob ? await fileText(value) : value,
  ]);
  return `${url} ${JSON.stringify(await Promise.all(parts))}`;
}

/** Whether the server has refused the call. Otherwise it may have done it: it said nothing, or only that something broke. */
const isRejected = (error: unknown): boolean =>
  error instanceof Error && "status" in error && Number(error.status) >= 400 && Number(error.status) < 500;

/**
 * Sends a call that creates something with a key, so it's done once however often it's sent. The same content after a lost response
 * is a retry and has the same key; everything else is a new call.
 */
export async function withCallKey<T>(
  url: string,
  input: object,
  send: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const content = lostKeys.size > 0 ? await contentOf(url, input) : null;
  const key = (content !== null && lostKeys.get(content)) || crypto.randomUUID();
  // Two that are under way at the same time are two.
  if (content !== null) lostKeys.delete(content);
  try {
    return await send({ "Idempotency-Key": key });
  } catch (error) {
    if (!isRejected(error)) lostKeys.set(content ?? (await contentOf(url, input)), key);
    throw error;
  }
}
