import { type ClientRequest, request } from "node:http";
import { expect, test, unique } from "./fixtures.ts";

const MEGABYTE = 1_000_000;

interface Heard {
  status: number;
  body: { message?: string; code?: string };
}

/** Sends a body as `write` does, and hears the answer whether or not the site waited for the end of it. */
function speak(
  url: string,
  headers: Record<string, string>,
  write: (outgoing: ClientRequest) => void,
): Promise<Heard> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const outgoing = request(url, { method: "POST", headers }, (incoming) => {
      answered = true;
      let text = "";
      incoming.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      incoming.on("end", () => {
        outgoing.destroy();
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) as Heard["body"] });
      });
    });
    // Who has answered may hang up on what is still being said.
    outgoing.on("error", (error) => answered || reject(error));
    write(outgoing);
  });
}

/** A comment on somebody's profile that promises 900 bytes and sends a letter ten times a second. */
const drip = (id: number) => (outgoing: ClientRequest) => {
  outgoing.write(`{"type":"user","id":${id},"body":"`);
  const timer = setInterval(() => outgoing.write("x"), 100);
  outgoing.on("close", () => clearInterval(timer));
};

test.describe("a body that is far too large", () => {
  test.use({ as: "bobby" });

  // A hundred may take longer to send than the site reads them on a busy machine.
  for (const megabytes of process.env.NIGHTLY ? [1, 13, 100] : [1, 13]) {
    test(`of ${megabytes} MB is refused in words, whoever sends it`, async ({ api, origin }) => {
      // Much to send: a third of the time allowed where nothing else runs.
      test.slow();
      const member = await api.browserHeaders();
      const form = new FormData();
      form.set("title", unique());
      form.set("thumbnail", new Blob([new Uint8Array(megabytes * MEGABYTE)]), "picture.png");
      const json = JSON.stringify({ type: "level", id: 1, body: "x".repeat(megabytes * MEGABYTE) });
      const send = async (path: string, headers: Record<string, string>, body: string | FormData) => {
        const type = typeof body === "string" && { "Content-Type": "application/json" };
        const answer = await fetch(origin + path, { method: "POST", headers: { ...headers, ...type }, body });
        const { message } = (await answer.json()) as Heard["body"];
        expect(message).toEqual(expect.any(String));
        return answer.status;
      };
      // Twice, because the first answer must leave the connection in order; once is enough of the largest.
      for (let time = 0; time < (megabytes < 100 ? 2 : 1); time++) {
        expect(await send("/api/comments/create", member, json)).toBe(413);
        expect(await send("/api/comments/create", {}, json)).toBe(419);
        // What is no picture is told as such while a form of its size is taken at all.
        expect(await send("/api/levels", member, form)).toBe(megabytes < 8 ? 422 : 413);
        expect(await send("/api/levels", {}, form)).toBe(419);
        expect(await send("/api/nowhere", member, form)).toBe(404);
      }
    });
  }
});

for (const host of ["a b", "[", "localhost:99999", "%zz", "<x>"]) {
  test(`a request to the host “${host}” is refused in words`, async ({ origin }) => {
    for (const path of ["/", "/levels/1", "/api/session", "/api/auth/logout"]) {
      const { status, body } = await speak(origin + path, { Host: host }, (outgoing) => outgoing.end());
      expect(status, path).toBe(400);
      expect(body, path).toMatchObject({ code: "bad_address", message: expect.any(String) });
    }
  });
}

test.describe("a body that comes slowly", () => {
  test("is refused once it is slower than any network, and nothing is stored", async ({
    somebody,
    origin,
  }) => {
    const api = await somebody();
    // Nobody else writes on a newcomer's profile meanwhile.
    const { user } = await api.get<{ user: { id: number } }>("/api/session");
    const headers = {
      ...(await api.browserHeaders()),
      "Content-Type": "application/json",
      "Content-Length": "900",
    };

    const { status, body } = await speak(`${origin}/api/comments/create`, headers, drip(user.id));

    expect(status).toBe(408);
    expect(body).toMatchObject({ code: "too_slow", message: expect.any(String) });
    const { meta } = await api.get<{ meta: { total: number } }>(`/api/comments/user/${user.id}`);
    expect(meta.total).toBe(0);
  });

  test("is not waited for when its sender may not send it", async ({ origin }) => {
    const headers = { "Content-Type": "application/json", "Content-Length": "900" };

    // The rest never comes.
    const { status } = await speak(`${origin}/api/comments/create`, headers, (outgoing) => {
      outgoing.write("{");
    });

    expect(status).toBe(419);
  });

  test("is taken when a moment passes between its halves", async ({ somebody, origin }) => {
    const api = await somebody();
    const json = JSON.stringify({ type: "level", id: 1, body: unique("slowly ") });
    const headers = {
      ...(await api.browserHeaders()),
      "Content-Type": "application/json",
      "Content-Length": String(json.length),
    };

    const { status } = await speak(`${origin}/api/comments/create`, headers, (outgoing) => {
      outgoing.write(json.slice(0, 20));
      setTimeout(() => outgoing.end(json.slice(20)), 1_500);
    });

    expect(status).toBe(201);
  });
});
