const HANDSHAKE = ["Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions"];

/** The request passed to an object: handshake, named queries, own headers. Others break libraries there. */
export function socketRequest(
  request: Request,
  headers: Readonly<Record<string, string>>,
  query: readonly string[] = [],
): Request {
  const { origin, pathname, searchParams } = new URL(request.url);
  const url = new URL(pathname, origin);
  for (const name of query) {
    const value = searchParams.get(name);
    if (value !== null) url.searchParams.set(name, value);
  }
  const passed = new Headers();
  for (const name of HANDSHAKE) {
    const value = request.headers.get(name);
    if (value !== null) passed.set(name, value);
  }
  for (const [name, value] of Object.entries(headers)) passed.set(name, value);
  return new Request(url, { headers: passed });
}
