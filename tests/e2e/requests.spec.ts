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

test.describe("a body that is far too large", () => {
  test.use({ as: "bobby" });

  // 100 MB can take longer to send than the site reads them on a busy machine.
  for (const megabytes of process.env.NIGHTLY ? [1, 13, 100] : [1, 13]) {
    test(`of ${megabytes} MB is rejected with a message, signed in or not`, async ({ api, origin }) => {
      // The large body takes a third of the time limit on an idle machine.
      test.slow();
      const member = await api.browserHeaders();
      const form = new FormData();
      form.set("title", uniqueWord());
      form.set("thumbnail", new Blob([new Uint8Array(megabytes * MEGABYTE)]), "picture.png");
      const json = JSON.stringify({ type: "level", id: 1, body: "x".repeat(megabytes * MEGABYTE) });
      const send = async (path: string, headers: Record<string, string>, body: string | FormData) => {
        const type = typeof body === "string" && { "Content-Type": "application/json" };
        const response = await fetch(origin + path, {
          method: "POST",
          headers: { ...headers, ...type },
          body,
        });
        const { message } = (await response.json()) as ReceivedResponse["body"];
        expect(message).toEqual(expect.any(String));
        return response.status;
      };
      // Twice, because the first response must leave the connection usable. Once is enough for the largest.
      for (let time = 0; time < (megabytes < 100 ? 2 : 1); time++) {
        expect(await send("/api/comments/create", member, json)).toBe(413);
        expect(await send("/api/comments/create", {}, json)).toBe(419);
        // An invalid picture is reported as such if a form of its size is accepted at all.
        expect(await send("/api/levels", member, form)).toBe(megabytes < 8 ? 422 : 413);
        expect(await send("/api/levels", {}, form)).toBe(419);
        expect(await send("/api/nowhere", member, form)).toBe(404);
      }
    });
  }
});

for (const host of ["a b", "[", "localhost:99999", "%zz", "<x>"]) {
  test(`a request to the host “${host}” is rejected with a message`, async ({ origin }) => {
    for (const path of ["/", "/levels/1", "/api/session", "/api/auth/logout"]) {
      const { status, body } = await sendRaw(origin + path, { Host: host }, (outgoing) => outgoing.end());
      expect(status, path).toBe(400);
      expect(body, path).toMatchObject({ code: "bad_address", message: expect.any(String) });
    }
  });
}

test.describe("a body that comes slowly", () => {
  test("is rejected once it is slower than any network, and nothing is stored", async ({
    otherUser,
    origin,
  }) => {
    const api = await otherUser();
    // No one else writes on a new member's profile meanwhile.
    const { user } = await api.get<{ user: { id: number } }>("/api/session");
    const headers = {
      ...(await api.browserHeaders()),
      "Content-Type": "application/json",
      "Content-Length": "900",
    };

    const { status, body } = await sendRaw(`${origin}/api/comments/create`, headers, drip(user.id));

    expect(status).toBe(408);
    expect(body).toMatchObject({ code: "too_slow", message: expect.any(String) });
    const { meta } = await api.get<{ meta: { total: number } }>(`/api/comments/user/${user.id}`);
    expect(meta.total).toBe(0);
  });

  test("is not waited for if its sender isn't allowed to send it", async ({ origin }) => {
    const headers = { "Content-Type": "application/json", "Content-Length": "900" };

    // The rest never comes.
    const { status } = await sendRaw(`${origin}/api/comments/create`, headers, (outgoing) => {
      outgoing.write("{");
    });

    expect(status).toBe(419);
  });

  test("is accepted with a pause between its halves", async ({ otherUser, origin }) => {
    const api = await otherUser();
    const json = JSON.stringify({ type: "level", id: 1, body: uniqueWord("slowly ") });
    const headers = {
      ...(await api.browserHeaders()),
      "Content-Type": "application/json",
      "Content-Length": String(json.length),
    };

    const { status } = await sendRaw(`${origin}/api/comments/create`, headers, (outgoing) => {
      outgoing.write(json.slice(0, 20));
      setTimeout(() => outgoing.end(json.slice(20)), 1_500);
    });

    expect(status).toBe(201);
  });
});
