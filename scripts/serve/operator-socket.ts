import { once } from "node:events";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { z } from "zod";
import { Problem } from "../deploy/problem.ts";

/** A call that an operator can make to a running site. */
const operatorCall = z.union([
  /** The user to make an admin. */
  z.strictObject({ username: z.string() }),
  /** The user whose second factor is turned off. */
  z.strictObject({ reset_two_factor: z.string() }),
  /** Whether the site saves nothing. */
  z.strictObject({ read_only: z.enum(["on", "off"]) }),
]);
export type OperatorCall = z.infer<typeof operatorCall>;

/** Carries out a call and returns the message for the operator. Throws a Problem if it isn't possible. */
export type OperatorHandler = (call: OperatorCall) => Promise<string>;

/** The system's limit for a socket's path is 108 bytes, and on some systems less. */
const MAX_PATH = 100;

const socketOf = (state: string): string => join(state, "operator.sock");

/** Lets the operator's commands reach a running site. Only the site's own user and root can open the socket. */
export async function openOperatorSocket(state: string, handle: OperatorHandler): Promise<Server> {
  const path = socketOf(state);
  if (Buffer.byteLength(path) > MAX_PATH)
    throw new Problem(`✗ The path of the data folder is too long: ${state}. Choose a shorter one.`);
  const server = createServer(async (incoming, response) => {
    try {
      const call = operatorCall.safeParse(await json(incoming));
      if (!call.data) throw new Problem("✗ The running site is of another version. Restart it first.");
      response.end(await handle(call.data));
    } catch (error) {
      if (!(error instanceof Problem)) console.error(error);
      response
        .writeHead(error instanceof Problem ? 422 : 500)
        .end(error instanceof Error ? error.message : "");
    }
  });
  // A killed site leaves its socket behind.
  rmSync(path, { force: true });
  server.listen(path);
  await once(server, "listening");
  chmodSync(path, 0o600);
  return server;
}

/** Sends a call to the site that runs on a state folder. Returns its message; null if no site runs there. */
export async function callOperator(state: string, call: OperatorCall): Promise<string | null> {
  const socketPath = socketOf(state);
  if (!existsSync(socketPath)) return null;
  const sent = request({ socketPath, method: "POST" });
  sent.end(JSON.stringify(call));
  try {
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const message = await text(response);
    if (response.statusCode === 200) return message;
    throw new Problem(message || "✗ The site failed. Its log has the reason.");
  } catch (error) {
    // A killed site leaves its socket behind.
    if ((error as NodeJS.ErrnoException).code === "ECONNREFUSED") return null;
    throw error;
  }
}
