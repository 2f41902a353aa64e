import { randomUUID } from "node:crypto";
import {
  type StandIn,
  type StandInOptions,
  type StandInRequest,
  type StandInResponse,
  startServer,
} from "../server.ts";

/** The stand-in's only widget. */
export const STAND_IN_WIDGET = { siteKey: "1x00000000000000000000BB", secret: "turnstile-stand-in-secret" };

const TOKEN_LIFETIME_MS = 5 * 60 * 1000;

interface IssuedToken {
  action: string;
  hostname: string;
  made: number;
}

interface TurnstileState {
  /** All issued tokens, and the used ones. */
  tokens: Map<string, IssuedToken>;
  used: Set<string>;
  /** The errors of the next calls. */
  failures: ("down" | "internal-error")[];
}

/** Starts a server with the parts of Turnstile that the site uses: the script, and the endpoint that verifies tokens. */
export async function startTurnstile({ port }: StandInOptions): Promise<StandIn> {
  const state: TurnstileState = { tokens: new Map(), used: new Set(), failures: [] };
  const server = await startServer(port, (request) => handleRequest(state, request));
  return {
    url: server.url,
    vars: {
      TURNSTILE_SITE_KEY: STAND_IN_WIDGET.siteKey,
      TURNSTILE_SECRET_KEY: STAND_IN_WIDGET.secret,
      TURNSTILE_STAND_IN: server.url,
    },
    setSiteUrl: () => undefined,
    stop: () => server.stop(),
  };
}

function handleRequest(
  state: TurnstileState,
  { method, path, query, body, header }: StandInRequest,
): StandInResponse {
  if (method === "GET" && path === "/turnstile/v0/api.js")
    return { body: API_SCRIPT, headers: { "content-type": "application/javascript" } };
  if (method === "GET" && path === "/stand-in/frame") return frame(state, query);
  if (method === "POST" && path === "/stand-in/token")
    return { body: issueToken(state, JSON.parse(body) as Partial<IssuedToken>) };
  if (method === "POST" && path === "/stand-in/fail") {
    state.failures.push(...(JSON.parse(body) as TurnstileState["failures"]));
    return {};
  }
  if (method === "POST" && path === "/turnstile/v0/siteverify")
    return verify(state, header("content-type"), body);
  return { status: 404, body: "Not found" };
}

function issueToken(
  { tokens }: TurnstileState,
  { action = "", hostname = "localhost", made = Date.now() }: Partial<IssuedToken>,
) {
  const token = `0.${randomUUID()}`;
  tokens.set(token, { action, hostname, made });
  return { token };
}

/** Returns the widget's frame. It accepts everyone as human and posts the token to the page. */
function frame(state: TurnstileState, query: URLSearchParams): StandInResponse {
  const { token } = issueToken(state, { action: query.get("action") ?? "" });
  const isKnown = query.get("sitekey") === STAND_IN_WIDGET.siteKey;
  const message = JSON.stringify(isKnown ? { turnstile: token } : { turnstileError: "110100" });
  return {
    body: `<!doctype html><meta charset="utf-8"><title>Check</title><body>${isKnown ? "✓ You are a person" : "Unknown site key"}
      <script>parent.postMessage(${message}, "*")</script>`,
    headers: { "content-type": "text/html; charset=utf-8" },
  };
}

const failedCheck = (...codes: string[]): StandInResponse => ({
  body: { success: false, "error-codes": codes, messages: [] },
});

function verify(state: TurnstileState, type: string | undefined, body: string): StandInResponse {
  const failure = state.failures.shift();
  if (failure === "down") return { status: 503, body: "Down" };
  if (failure) return failedCheck(failure);
  const input = type?.startsWith("application/json")
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries(new URLSearchParams(body));
  const { secret, response } = input;
  if (!secret) return failedCheck("missing-input-secret");
  if (secret !== STAND_IN_WIDGET.secret) return failedCheck("invalid-input-secret");
  if (!response) return failedCheck("missing-input-response");
  const issued = state.tokens.get(response);
  if (state.used.has(response) || (issued && issued.made < Date.now() - TOKEN_LIFETIME_MS))
    return failedCheck("timeout-or-duplicate");
  if (!issued) return failedCheck("invalid-input-response");
  state.used.add(response);
  const { action, hostname, made } = issued;
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

/** The part of Turnstile's api.js that the site uses: render, reset and remove. The frame posts the token to the page. */
const API_SCRIPT = `(() => {
  const base = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  addEventListener("message", ({ source, data }) => {
    for (const { frame, options } of widgets.values()) {
      if (frame.contentWindow !== source) continue;
      if (data.turnstile) options.callback?.(data.turnstile);
      if (data.turnstileError) options["error-callback"]?.(data.turnstileError);
    }
  });
  const frameUrl = ({ sitekey, action = "" }) =>
    base + "/stand-in/frame?" + new URLSearchParams({ sitekey, action, again: String(Math.random()) });
  window.turnstile = {
    render(place, options) {
      const frame = document.createElement("iframe");
      frame.title = "Widget containing a Cloudflare security challenge";
      frame.width = "300";
      frame.height = "65";
      frame.src = frameUrl(options);
      place.append(frame);
      const id = "cf-chl-widget-" + widgets.size;
      widgets.set(id, { frame, options });
      return id;
    },
    reset(id) {
      const { frame, options } = widgets.get(id);
      frame.src = frameUrl(options);
    },
    remove(id) {
      widgets.get(id)?.frame.remove();
      widgets.delete(id);
    },
  };
})();`;
