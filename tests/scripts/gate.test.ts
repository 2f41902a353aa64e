import { DRAIN, gate, withOwnOrigin } from "#scripts/serve/gate.mjs";

const ORIGIN = "https://play.example.com";

describe("a request behind the gate", () => {
  test("has the site's own URL, whatever host the client names", () => {
    for (const url of ["http://evil.example/a/b?c=d", "http://127.0.0.1:8787/a/b?c=d"])
      expect(withOwnOrigin(new Request(url), ORIGIN).url).toBe(`${ORIGIN}/a/b?c=d`);
    const slashes = withOwnOrigin(new Request("http://x//evil.example/a"), ORIGIN);
    expect(slashes.url).toBe(`${ORIGIN}//evil.example/a`);
  });

  test("has the address that the proxy added, and no other header that claims one", () => {
    const headers = {
      "CF-Connecting-IP": "6.6.6.6",
      "CF-Ray": "invented",
      "CF-IPCountry": "XX",
      "X-Forwarded-For": "6.6.6.6, 2001:db8::7",
      "X-Forwarded-Host": "evil.example",
      "X-Real-IP": "6.6.6.6",
      "True-Client-IP": "6.6.6.6",
      Forwarded: "for=6.6.6.6",
      "X-Requested-With": "XMLHttpRequest",
    };
    const request = withOwnOrigin(new Request("http://x/", { headers }), ORIGIN);
    expect(Object.fromEntries(request.headers)).toEqual({
      "cf-connecting-ip": "2001:db8::7",
      "x-requested-with": "XMLHttpRequest",
    });
    const alone = new Request("http://x/", { headers: { "CF-Connecting-IP": "6.6.6.6" } });
    expect([...withOwnOrigin(alone, ORIGIN).headers]).toEqual([]);
  });

  test("keeps its method and body", async () => {
    const sent = new Request("http://x/a", { method: "POST", body: "bopi", headers: { "X-A": "1" } });
    const request = withOwnOrigin(sent, ORIGIN);
    expect([request.method, request.headers.get("X-A"), await request.text()]).toEqual(["POST", "1", "bopi"]);
  });
});

describe("the gate", () => {
  /** A site behind a gate, whose requests end when the test says so, and whose waits are counted. */
  function newSite() {
    const node = { isOpen: false, asked: 0 };
    const respond = async () => {
      node.asked++;
      return new Response(node.isOpen ? "open" : "");
    };
    const env = { ORIGIN, GATE: { fetch: respond } };
    const requests: PromiseWithResolvers<Response>[] = [];
    const crons: string[] = [];
    const waits: (() => void)[] = [];
    const worker = gate(
      {
        fetch: () => {
          requests.push(Promise.withResolvers<Response>());
          return requests.at(-1)?.promise;
        },
        scheduled: ({ cron }: { cron: string }) => crons.push(cron),
        queue: () => "queued",
      },
      () => new Promise<void>((resolve) => waits.push(resolve)),
    );
    const send = (method: string) => worker.fetch(new Request("http://x/a", { method }), env, {});
    const schedule = (cron: string) => worker.scheduled({ cron }, env, {});
    /** Lets everything go on that doesn't wait for time. */
    const settle = async () => {
      for (let n = 0; n < 20; n++) await Promise.resolve();
    };
    /** Ends the waits that are under way. */
    const tick = async () => {
      await settle();
      for (const resolve of waits.splice(0)) resolve();
      await settle();
    };
    return { node, requests, crons, waits, worker, send, schedule, settle, tick };
  }

  test("holds a GET until the site is open, and refuses what could change something", async () => {
    const { node, requests, send, tick } = newSite();
    const page = send("GET");
    const refused = await send("POST");
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await refused.json()).toMatchObject({ code: "unavailable" });
    await tick();
    expect(requests).toHaveLength(0);
    node.isOpen = true;
    await tick();
    requests[0]?.resolve(new Response("page"));
    expect(await (await page).text()).toBe("page");
  });

  test("gives up a GET after 15 seconds", async () => {
    const { node, send, tick } = newSite();
    const page = send("GET");
    for (let n = 0; n < 60; n++) await tick();
    expect([(await page).status, node.asked]).toEqual([503, 61]);
  });

  test("asks no more once it's open", async () => {
    const { node, requests, send, settle } = newSite();
    node.isOpen = true;
    for (let n = 0; n < 3; n++) void send("POST");
    await settle();
    const before = node.asked;
    void send("POST");
    await settle();
    expect([requests.length, node.asked]).toEqual([4, before]);
  });

  test("closes for the end: open requests go on, and the call ends after the last one, also if that fails", async () => {
    const { node, requests, send, schedule, settle, tick } = newSite();
    node.isOpen = true;
    const first = send("POST");
    const second = send("GET");
    await settle();
    node.isOpen = false;
    let isDrained = false;
    const drained = schedule(DRAIN).then(() => {
      isDrained = true;
    });
    expect((await send("POST")).status).toBe(503);
    requests[0]?.resolve(new Response());
    expect((await first).status).toBe(200);
    await tick();
    await tick();
    expect(isDrained).toBe(false);
    requests[1]?.reject(new Error("a bad request"));
    await expect(second).rejects.toThrow("a bad request");
    // Then the last bodies.
    await tick();
    await tick();
    await drained;
    expect([isDrained, requests.length]).toEqual([true, 2]);
  });

  test("passes on other calls", async () => {
    const { worker, schedule, crons } = newSite();
    await schedule("*/5 * * * *");
    expect([crons, worker.queue()]).toEqual([["*/5 * * * *"], "queued"]);
  });
});
