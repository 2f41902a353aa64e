import { buildSocketPath } from "#domain/build/api.ts";
import { LIVE_PATH } from "#domain/live/frames.ts";
import { roomTicket } from "#tests/support/room-client.ts";
import { createRunLevel } from "#tests/support/runs.ts";
import { requestSocket } from "#tests/support/socket.ts";
import { signedInUser } from "#tests/support/test-user.ts";

const ann = await signedInUser();
const level = await createRunLevel(ann);

const SOCKETS: [name: string, path: () => Promise<string>][] = [
  ["a user's hub", async () => LIVE_PATH],
  ["a level that is being built", async () => buildSocketPath(level, null)],
  ["a room", async () => (await roomTicket(ann, level)).room],
];

/** Requests with parts that only libraries in the object read. */
const HOSTILE: [name: string, query: string, headers: Record<string, string>][] = [
  ["a long id of the connection", `_pk=${"x".repeat(257)}`, {}],
  ["properties that can't be decoded", "", { "x-partykit-props": "%" }],
  ["a room's name", "", { "x-partykit-room": "elsewhere" }],
];

describe.each(SOCKETS)("the socket of %s", (_, path) => {
  test.each(HOSTILE)("opens and shows no stack trace with %s", async (_name, query, headers) => {
    const url = await path();
    const { webSocket, status } = await requestSocket(
      ann,
      url + (url.includes("?") ? "&" : "?") + query,
      headers,
    );
    expect(status).toBe(101);
    // A room closes on text, the others respond.
    const first = new Promise<number | string>((resolve) => {
      webSocket?.addEventListener("close", ({ code }) => resolve(code));
      webSocket?.addEventListener("message", ({ data }) => resolve(String(data)));
    });
    webSocket?.accept();
    webSocket?.send("ping");
    expect(await first).not.toBe(1011);
    expect(String(await first)).not.toMatch(/stack|\.js:|\.ts:|\bat\b .*\(/);
    webSocket?.close(1000);
  });
});
