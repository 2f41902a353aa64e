import { type APIRequestContext, type APIResponse, expect, test } from "@playwright/test";
import { Api, worldUpload } from "./api.ts";
import { newAccount, uniqueWord } from "./test.ts";
import { withOwnState } from "./with-own-state.ts";

/** The entry point of a worker whose visitors are all in Sydney. */
const IN_SYDNEY = `
import site from "./index.js";
export * from "./index.js";
const cf = { colo: "SYD", country: "AU", continent: "OC", latitude: "-33.87", longitude: "151.21" };
export default {
  ...site,
  fetch: (request, env, context) => site.fetch(new Request(request, { cf }), env, context),
};`;

/** The entry point of the deployment next to the database, which says what it knows about a request. */
const NEXT_TO_DATABASE = `
import site from "./index.js";
export * from "./index.js";
export default {
  async fetch(request, env, context) {
    const response = await site.fetch(request, env, context);
    const own = new Response(response.body, response);
    own.headers.set("X-Handled-For", request.cf?.colo + " " + request.headers.get("CF-Connecting-IP"));
    own.headers.set("X-Own-Secrets", Object.keys(env).filter((name) => name.endsWith("_SECRET")).join());
    return own;
  },
};`;

/** Calls the site from one IP address, and returns the last response to a write. */
function watchWrites(request: APIRequestContext): {
  last(): APIResponse | undefined;
  request: APIRequestContext;
} {
  let last: APIResponse | undefined;
  const watched = new Proxy(request, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      if (name !== "post") return value.bind(target) as unknown;
      return async (url: string, options: { headers?: Record<string, string> }) => {
        last = await target.post(url, {
          ...options,
          headers: { ...options.headers, "CF-Connecting-IP": "203.0.113.9" },
        });
        return last;
      };
    },
  });
  return { last: () => last, request: watched };
}

const handledFor = (response: APIResponse | undefined) => response?.headers()["x-handled-for"];

test("a distant member signs up, uploads, comments and signs in next to the database", async ({
  playwright,
}) => {
  await withOwnState(async (start) => {
    const near = { location: "weur", wrapper: NEXT_TO_DATABASE } as const;
    const site = await start({ near, wrapper: IN_SYDNEY });
    const context = await playwright.request.newContext();
    try {
      const { last, request } = watchWrites(context);
      const api = new Api(request, site.url);
      const { username, email, password } = newAccount();
      await api.post("/api/auth/register", { username, email, password, password_confirmation: password });
      expect(handledFor(last())).toBe("SYD 203.0.113.9");
      expect(last()?.headers()["x-own-secrets"]).toBe("");
      expect(last()?.headers()["x-bopolis-near"]).toBeUndefined();
      const session = () => api.get<{ user: { username: string } | null }>("/api/session");
      expect((await session()).user?.username).toBe(username);
      const { results } = await site.d1.prepare("select username, home from users").all();
      expect(results).toEqual([{ username, home: "oc" }]);

      const title = `Far ${uniqueWord()}`;
      const level = await api.makeLevel({ title, file: worldUpload("obby") });
      expect(handledFor(last())).toBe("SYD 203.0.113.9");
      expect((await api.get<{ level: { title: string } }>(`/api/levels/${level.id}`)).level.title).toBe(
        title,
      );

      await api.post("/api/comments/create", { type: "level", id: level.id, body: "Hello from far away" });
      expect(handledFor(last())).toBe("SYD 203.0.113.9");

      // A write of another site, and one without a token.
      const { url } = site;
      const headers = await api.headers();
      for (const wrong of [{ ...headers, Origin: "https://elsewhere.example" }, {}]) {
        const refused = await request.post(`${url}/api/levels/${level.id}/favorite`, {
          data: {},
          headers: wrong,
        });
        expect(refused.status()).toBe(419);
        expect(handledFor(refused)).toBe("SYD 203.0.113.9");
      }

      await api.post("/api/auth/logout");
      expect((await session()).user).toBeNull();
      await api.login(username, password);
      expect(handledFor(last())).toBe("SYD 203.0.113.9");
      expect((await session()).user?.username).toBe(username);

      // Reads, and writes to objects near the member, stay here.
      await api.post("/api/notifications/read", { ids: [1] });
      expect(handledFor(last())).toBeUndefined();
      const health = await request.get(`${url}/health`);
      const { checks } = (await health.json()) as { checks: { name: string; status: string }[] };
      expect(handledFor(health)).toBeUndefined();
      expect(checks.find(({ name }) => name === "near")?.status).toBe("ok");
    } finally {
      await context.dispose();
    }
  });
});
