import { type Answer, type Asked, Stop } from "../server.ts";
import * as checkout from "./api-checkout.ts";
import * as set from "./api-set-up.ts";
import * as subscribing from "./api-subscriptions.ts";
import type { Call } from "./call.ts";
import { readForm } from "./form.ts";
import { refuse, type State } from "./state.ts";

type Run = (call: Call) => unknown;

/** What of Stripe's API there is; `:id` stands for one part of the path. */
const ROUTES: Record<string, Run> = {
  "GET /v1/products/:id": set.product,
  "POST /v1/products": set.addProduct,
  "GET /v1/prices": set.prices,
  "POST /v1/prices": set.addPrice,
  "POST /v1/prices/:id": set.changePrice,
  "GET /v1/webhook_endpoints": set.endpoints,
  "POST /v1/webhook_endpoints": set.addEndpoint,
  "POST /v1/webhook_endpoints/:id": set.changeEndpoint,
  "GET /v1/billing_portal/configurations": set.configurations,
  "POST /v1/billing_portal/configurations": set.addConfiguration,
  "POST /v1/billing_portal/configurations/:id": set.changeConfiguration,
  "POST /v1/billing_portal/sessions": checkout.addPortal,
  "POST /v1/customers": checkout.addCustomer,
  "GET /v1/customers/:id": checkout.customer,
  "POST /v1/customers/:id": checkout.changeCustomer,
  "DELETE /v1/customers/:id": checkout.deleteCustomer,
  "GET /v1/checkout/sessions": checkout.sessions,
  "POST /v1/checkout/sessions": checkout.addSession,
  "GET /v1/checkout/sessions/:id": checkout.session,
  "POST /v1/checkout/sessions/:id/expire": checkout.expireSession,
  "GET /v1/invoices": checkout.invoices,
  "GET /v1/subscriptions": subscribing.subscriptions,
  "GET /v1/subscriptions/:id": subscribing.subscription,
  "POST /v1/subscriptions/:id": subscribing.changeSubscription,
  "DELETE /v1/subscriptions/:id": subscribing.cancelSubscription,
  "POST /v1/subscription_schedules": subscribing.addSchedule,
  "GET /v1/subscription_schedules/:id": subscribing.schedule,
  "POST /v1/subscription_schedules/:id": subscribing.changeSchedule,
  "POST /v1/subscription_schedules/:id/release": subscribing.releaseSchedule,
};

const PATTERNS = Object.entries(ROUTES).map(
  ([name, run]) => [new RegExp(`^${name.replace(":id", "([^/]+)")}$`), run] as const,
);

/** How many answers are kept for calls that are tried again. */
const ANSWERS_KEPT = 500;

/** Answers a call of Stripe's API. */
export function answerApi(state: State, url: string, key: string, asked: Asked): Answer {
  const given = /^Bearer (.*)$/.exec(asked.header("authorization") ?? "")?.[1];
  if (given !== key) throw refuse(401, "api_key_invalid", "Invalid API Key provided");
  const repeat = asked.method === "POST" ? asked.header("idempotency-key") : undefined;
  const what = `${asked.path} ${asked.body}`;
  const known = repeat && Object.hasOwn(state.answers, repeat) ? state.answers[repeat] : undefined;
  if (known && known.asked !== what)
    throw refuse(
      400,
      "idempotency_error",
      "Keys for idempotent requests can only be used with the same parameters they were first used with.",
    );
  if (known) return { ...known, headers: { "idempotent-replayed": "true" } };
  const answer = run(state, url, asked);
  if (repeat) {
    state.answers[repeat] = { asked: what, status: answer.status ?? 200, body: structuredClone(answer.body) };
    for (const old of Object.keys(state.answers).slice(0, -ANSWERS_KEPT)) delete state.answers[old];
  }
  return answer;
}

function run(state: State, url: string, asked: Asked): Answer {
  for (const [pattern, answer] of PATTERNS) {
    const found = pattern.exec(`${asked.method} ${asked.path}`);
    if (!found) continue;
    const form = readForm(asked.method === "POST" ? asked.body : asked.query.toString());
    return { status: 200, body: answer({ state, url, form, id: found[1] ?? "" }) };
  }
  throw new Stop({
    status: 404,
    body: {
      error: {
        type: "invalid_request_error",
        message: `Unrecognized request URL (${asked.method}: ${asked.path}).`,
      },
    },
  });
}
