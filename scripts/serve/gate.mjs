// The module in front of the built worker of a self-hosted site (scripts/serve/serve-site.ts). It knows the proxy's headers, and which
// requests may run.

/** Headers that claim an address. The worker believes `CF-Connecting-IP`. */
const CLAIMS = /^(?:cf-.*|x-forwarded-.*|forwarded|x-real-ip|true-client-ip)$/;
/** How long a GET waits for a site that starts or stops: 15 seconds. */
const HOLD = { polls: 60, pollMs: 250 };
/** How long the rest of the last responses may take. */
const BODIES_MS = 500;
const DRAIN_POLL_MS = 20;

/** The schedule's name of the call that lets open requests end. */
export const DRAIN = "drain";

/**
 * Returns a request as the worker must see it: with the site's own URL, whatever `Host` a client sends, and with the address that the
 * proxy has added to the end of `X-Forwarded-For`. Entries before it may be invented.
 * @param {Request} request
 * @param {string} origin
 */
export function withOwnOrigin(request, origin) {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  const ip = headers.get("X-Forwarded-For")?.split(",").at(-1)?.trim();
  for (const name of [...headers.keys()]) if (CLAIMS.test(name)) headers.delete(name);
  if (ip) headers.set("CF-Connecting-IP", ip);
  // Without a place: a header of the client could give it one.
  return new Request(
    new Request(origin + pathname + search, request),
    /** @type {object} */ ({ headers, cf: {} }),
  );
}

const unavailable = () =>
  Response.json(
    { message: "The site is restarting. Please try again in a moment.", code: "unavailable" },
    { status: 503, headers: { "Retry-After": "1", "Cache-Control": "no-store" } },
  );

/**
 * Returns the worker `site` behind a gate. Node opens it once the database is migrated (binding `GATE`), and closes it with the
 * scheduled call `DRAIN`, which ends when no request runs any more. Meanwhile GETs wait: the proxy sends them again to the next process.
 * @param {any} site
 * @param {(milliseconds: number) => Promise<unknown>} [wait]
 */
export function gate(
  site,
  wait = (milliseconds) => /** @type {any} */ (globalThis).scheduler.wait(milliseconds),
) {
  let isOpen = false;
  let running = 0;
  const readGate = async (/** @type {any} */ env) => {
    isOpen ||= (await (await env.GATE.fetch("http://node/")).text()) === "open";
    return isOpen;
  };
  return {
    ...site,
    async fetch(/** @type {Request} */ request, /** @type {any} */ env, /** @type {unknown} */ context) {
      for (
        let polls = request.method === "GET" ? HOLD.polls : 0;
        !isOpen && !(await readGate(env));
        polls--
      ) {
        if (polls === 0) return unavailable();
        await wait(HOLD.pollMs);
      }
      running++;
      try {
        return await site.fetch(withOwnOrigin(request, env.ORIGIN), env, context);
      } finally {
        running--;
      }
    },
    async scheduled(
      /** @type {any} */ controller,
      /** @type {unknown} */ env,
      /** @type {unknown} */ context,
    ) {
      if (controller.cron !== DRAIN) return site.scheduled(controller, env, context);
      isOpen = false;
      while (running > 0) await wait(DRAIN_POLL_MS);
      await wait(BODIES_MS);
    },
  };
}
