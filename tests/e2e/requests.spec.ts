import { type ClientRequest, request } from "node:http";
import { expect, test, uniqueWord } from "./test.ts";

const MEGABYTE = 1_000_000;

interface ReceivedResponse {
  status: number;
  body: { message?: string; code?: string };
}

/** Sends a body with `write`, and receives the response even if the site doesn't wait for the end of the body. */
function sendRaw(
  url: string,
  headers: Record<string, string>,
  write: (outgoing: ClientRequest) => void,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    let hasResponse = false;
    const outgoing = request(url, { method: "POST", headers }, (incoming) => {
      hasResponse = true;
      let text = "";
      incoming.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      incoming.on("end", () => {
        outgoing.destroy();
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) as ReceivedResponse["body"] });
      });
    });
    // After its response, the site can close the connection while the body is still being sent.
    outgoing.on("error", (error) => hasResponse || reject(error));
    write(outgoing);
  });
}

/** A comment on a profile that promises 900 bytes and sends a letter every 100 ms. */
const drip = (id: number) => (outgoing: ClientRequest) => {
  outgoing.write(`{"type":"user","id":${id},"body":"`);
  const timer = setInterval(() => outgoing.write("x"), 100);
  outgoing.on("close", () => clearInterval(timer));
};

const json = (length: number) => ({
  "Content-Type": "application/json",
  "Content-Length": String(length),
});

test("a body far too large and a malformed host are rejected clearly", async ({ otherUser, origin }) => {
  // The large body takes a third of the time limit on an idle machine.
  test.slow();
  const member = await (await otherUser("bobby")).browserHeaders();
  // 100 MB can take longer to send than the site reads them on a busy machine.
  for (const megabytes of process.env.NIGHTLY ? [1, 13, 100] : [1, 13]) {
    const form = new FormData();
    form.set("title", uniqueWord());
    form.set("thumbnail", new Blob([new Uint8Array(megabytes * MEGABYTE)]), "picture.png");
    const comment = JSON.stringify({ type: "level", id: 1, body: "x".repeat(megabytes * MEGABYTE) });
    const send = async (path: string, headers: Record<string, string>, body: string | FormData) => {
      const type = typeof body === "string" && { "Content-Type": "application/json" };
      const response = await fetch(origin + path, { method: "POST", headers: { ...headers, ...type }, body });
      const { message } = (await response.json()) as ReceivedResponse["body"];
      expect(message).toEqual(expect.any(String));
      return response.status;
    };
    // Twice, because the first response must leave the connection usable. Once is enough for the largest.
    for (let time = 0; time < (megabytes < 100 ? 2 : 1); time++) {
      expect(await send("/api/comments/create", member, comment)).toBe(413);
      expect(await send("/api/comments/create", {}, comment)).toBe(419);
      // An invalid picture is reported as such if a form of its size is accepted at all.
      expect(await send("/api/levels", member, form)).toBe(megabytes < 8 ? 422 : 413);
      expect(await send("/api/levels", {}, form)).toBe(419);
      expect(await send("/api/nowhere", member, form)).toBe(404);
    }
  }
  for (const host of ["a b", "[", "localhost:99999", "%zz", "<x>"])
    for (const path of ["/", "/levels/1", "/api/session", "/api/auth/logout"]) {
      const { status, body } = await sendRaw(origin + path, { Host: host }, (outgoing) => outgoing.end());
      expect(status, host + path).toBe(400);
      expect(body, host + path).toMatchObject({ code: "bad_address", message: expect.any(String) });
    }
});

test("a body slower than any network isn't waited for, but a pause is", async ({ otherUser, origin }) => {
  const api = await otherUser();
  const url = `${origin}/api/comments/create`;
  // No one else writes on a new member's profile meanwhile.
  const { user } = await api.get<{ user: { id: number } }>("/api/session");
  const headers = await api.browserHeaders();
  const { status, body } = await sendRaw(url, { ...headers, ...json(900) }, drip(user.id));
  expect(status).toBe(408);
  expect(body).toMatchObject({ code: "too_slow", message: expect.any(String) });
  const { meta } = await api.get<{ meta: { total: number } }>(`/api/comments/user/${user.id}`);
  expect(meta.total).toBe(0);

  // The rest never comes.
  expect((await sendRaw(url, json(900), (outgoing) => outgoing.write("{"))).status).toBe(419);

  const paused = JSON.stringify({ type: "level", id: 1, body: uniqueWord("slowly ") });
  const accepted = await sendRaw(url, { ...headers, ...json(paused.length) }, (outgoing) => {
    outgoing.write(paused.slice(0, 20));
    setTimeout(() => outgoing.end(paused.slice(20)), 1_500);
  });
  expect(accepted.status).toBe(201);
});
