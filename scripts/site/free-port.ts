import { once } from "node:events";
import { createServer } from "node:net";

/** Returns a port that's free right now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  server.close();
  await once(server, "close");
  if (typeof bound !== "object" || !bound) throw new Error("There's no free port.");
  return bound.port;
}
