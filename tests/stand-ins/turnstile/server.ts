import { randomUUID } from "node:crypto";
import { type Answer, type Asked, listen } from "../server.ts";
import type { StandIn, StandInOptions } from "../stand-in.ts";
import { API_SCRIPT } from "./script.ts";

/** The only widget that the stand-in knows. */
export const STAND_IN_WIDGET = { siteKey: "1x00000000000000000000BB", secret: "turnstile-stand-in-secret" };

const TOKEN_LIFE = 5 * 60 * 1000;

interface Given {
  action: string;
  hostname: string;
  made: number;
}

interface Known {
  /** Tokens that were not shown to anybody yet, and those that were. */
  tokens: Map<string, Given>;
  used: Set<string>;
  /** How the next calls fail. */
  failures: ("down" | "internal-error")[];
}

/** A server that speaks what the site uses of Turnstile: the script, and the door that says whether a token is good. */
export async function startTurnstile({ port }: StandInOptions): Promise<StandIn> {
  const known: Known = { tokens: new Map(), used: new Set(), failures: [] };
  const server = await listen(port, (asked) => answer(known, asked));
  return {
    url: server.url,
    vars: {
      TURNSTILE_SITE_KEY: STAND_IN_WIDGET.siteKey,
      TURNSTILE_SECRET_KEY: STAND_IN_WIDGET.secret,
      TURNSTILE_STAND_IN: server.url,
    },
    site: () => undefined,
    stop: () => server.stop(),
  };
}

function answer(known: Known, { method, path, query, body, header }: Asked): Answer {
  if (method === "GET" && path === "/turnstile/v0/api.js")
    return { body: API_SCRIPT, headers: { "content-type": "application/javascript" } };
  if (method === "GET" && path === "/stand-in/frame") return frame(known, query);
  if (method === "POST" && path === "/stand-in/token")
    return { body: give(known, JSON.parse(body) as Partial<Given>) };
  if (method === "POST" && path === "/stand-in/fail") {
    known.failures.push(...(JSON.parse(body) as Known["failures"]));
    return {};
  }
  if (method === "POST" && path === "/turnstile/v0/siteverify")
    return verify(known, header("content-type"), body);
  return { status: 404, body: "Not found" };
}

function give({ tokens }: Known, { action = "", hostname = "localhost", made = Date.now() }: Partial<Given>) {
  const token = `0.${randomUUID()}`;
  tokens.set(token, { action, hostname, made });
  return { token };
}

/** What stands in the widget's frame: it takes whoever comes for a person, and says so to the page. */
function frame(known: Known, query: URLSearchParams): Answer {
  const { token } = give(known, { action: query.get("action") ?? "" });
  const isKnown = query.get("sitekey") === STAND_IN_WIDGET.siteKey;
  const said = JSON.stringify(isKnown ? { turnstile: token } : { turnstileError: "110100" });
  return {
    body: `<!doctype html><meta charset="utf-8"><title>Check</title><body>${isKnown ? "✓ You are a person" : "Unknown site key"}
      <script>parent.postMessage(${said}, "*")</script>`,
    headers: { "content-type": "text/html; charset=utf-8" },
  };
}

const failed = (...codes: string[]): Answer => ({
  body: { success: false, "error-codes": codes, messages: [] },
});

function verify(known: Known, type: string | undefined, body: string): Answer {
  const failure = known.failures.shift();
  if (failure === "down") return { status: 503, body: "Down" };
  if (failure) return failed(failure);
  const said = type?.startsWith("application/json")
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body));
  const { secret, response } = said;
  if (!secret) return failed("missing-input-secret");
  if (secret !== STAND_IN_WIDGET.secret) return failed("invalid-input-secret");
  if (!response) return failed("missing-input-response");
  const given = known.tokens.get(response);
  if (known.used.has(response) || (given && given.made < Date.now() - TOKEN_LIFE))
    return failed("timeout-or-duplicate");
  if (!given) return failed("invalid-input-response");
  known.used.add(response);
  const { action, hostname, made } = given;
  return {
    body: {
      success: true,
      challenge_ts: new Date(made).toISOString(),
      hostname,
      action,
      cdata: "",
      "error-codes": [],
    },
  };
}
