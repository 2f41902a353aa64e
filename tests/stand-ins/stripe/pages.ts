import {
  escapeHtml,
  htmlResponse,
  page,
  redirect,
  type StandInRequest,
  type StandInResponse,
  ThrownResponse,
} from "../server.ts";
import { isDeclined, itemOf, setCard } from "./catch-up.ts";
import { completeCheckout } from "./checkout.ts";
import {
  type CheckoutSession,
  customerNow,
  findObject,
  type StripeInvoice,
  type StripePrice,
  type StripeState,
} from "./state.ts";
import { setCancelAtPeriodEnd } from "./subscriptions.ts";
import { addEvent } from "./webhooks.ts";

const NOTICE = "TEST MODE: a stand-in for Stripe on this computer. No money moves.";

export const money = (amount: number): string => `$${(amount / 100).toFixed(2)}`;
const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
const every = ({ recurring }: StripePrice) => `${recurring.interval === "year" ? "a year" : "a month"}`;

const htmlPage = (title: string, main: string, status = 200) =>
  htmlResponse(page(title, NOTICE, main), status);
const notFound = (reason: string, back = "") =>
  new ThrownResponse(
    htmlPage(
      "Not here",
      `<h1>${reason}</h1>${back && `<a class="back" href="${escapeHtml(back)}">Back</a>`}`,
      404,
    ),
  );

/** Handles Stripe's pages: checkout, billing portal and invoices. */
export function handlePage(state: StripeState, request: StandInRequest): StandInResponse {
  const [, kind, id = "", action = ""] = request.path.split("/");
  const form = new URLSearchParams(request.method === "POST" ? request.body : "");
  if (kind === "checkout" && state.sessions[id]) return checkout(state, state.sessions[id], form, action);
  if (kind === "portal" && state.portals[id]) return portal(state, id, form, action);
  if (kind === "invoice" && state.invoices[id]) return invoice(state, state.invoices[id]);
  throw notFound("This page doesn't exist.");
}

const cardFields = `
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242" required>
<div class="pair">
<div><label for="expiry">Expiry</label><input id="expiry" name="expiry" autocomplete="cc-exp" placeholder="12 / 34"></div>
<div><label for="code">Code</label><input id="code" name="code" inputmode="numeric" autocomplete="cc-csc" placeholder="123"></div>
</div>`;

const cardHints = `<p class="quiet">4242 4242 4242 4242 pays. 4000 0000 0000 0002 is declined. 4000 0000 0000 0341 pays once and is
declined from then on.</p>`;

function checkout(
  state: StripeState,
  session: CheckoutSession,
  form: URLSearchParams,
  action: string,
): StandInResponse {
  if (session.status === "complete") throw notFound("This has already been paid.", session.success_url);
  if (session.status === "expired") throw notFound("This page has expired.", session.cancel_url);
  const price = findObject(state.prices, state.wanted[session.id]?.price ?? "", "price");
  const card = form.get("number")?.replace(/\D/g, "") ?? "";
  let problem = "";
  if (action === "pay") {
    if (card.length < 15) problem = "Your card number is incomplete.";
    else if (completeCheckout(state, session, card))
      return redirect(session.success_url.replace("{CHECKOUT_SESSION_ID}", session.id));
    else problem = "Your card was declined.";
  }
  return htmlPage(
    "Checkout",
    `<h1>Subscribe to ${escapeHtml(state.products[price.product]?.name ?? "")}</h1>
<p class="quiet">for ${escapeHtml(state.customers[session.customer]?.email ?? "")}</p>
<p class="price">${money(price.unit_amount)} ${every(price)}</p>
${problem && `<p class="bad" role="alert">${problem}</p>`}
${cardHints}
<form method="post" action="/checkout/${session.id}/pay">${cardFields}<button>Subscribe</button></form>
<a class="back" href="${escapeHtml(session.cancel_url)}">Cancel and go back</a>`,
  );
}

function portal(state: StripeState, id: string, form: URLSearchParams, action: string): StandInResponse {
  const { customer, return_url } = findObject(state.portals, id, "portal");
  const subscription = Object.values(state.subscriptions).findLast(
    (one) => one.customer === customer && one.status !== "canceled",
  );
  const now = customerNow(state, customer);
  let notice = "";
  if (action === "card") {
    const number = form.get("number")?.replace(/\D/g, "") ?? "";
    if (number.length < 15) notice = `<p class="bad" role="alert">Your card number is incomplete.</p>`;
    else if (isDeclined(number)) notice = `<p class="bad" role="alert">Your card was declined.</p>`;
    else {
      setCard(state, customer, number);
      notice = `<p class="good" role="status">Your card was changed.</p>`;
    }
  }
  if (subscription && !subscription.schedule && (action === "cancel" || action === "resume")) {
    setCancelAtPeriodEnd(subscription, action === "cancel", now);
    // Like Stripe's own portal, which sets an end date.
    if (action === "cancel") subscription.cancel_at_period_end = false;
    addEvent(state, "customer.subscription.updated", subscription, customer, now);
  }
  const isCanceled = Boolean(subscription?.cancel_at);
  const item = subscription && itemOf(subscription);
  const card = state.cards[customer];
  const invoices = Object.values(state.invoices).filter((one) => one.customer === customer);
  const button = (name: string, label: string) =>
    `<form method="post" action="/portal/${id}/${name}"><button class="plain">${label}</button></form>`;
  return htmlPage(
    "Billing portal",
    `<h1>Your subscription</h1>${notice}
${
  item
    ? `<dl><dt>Plan</dt><dd>${money(item.price.unit_amount)} ${every(item.price)}</dd>
<dt>Status</dt><dd>${isCanceled ? "Canceled" : subscription.status === "past_due" ? "Past due" : "Active"}</dd>
<dt>${isCanceled ? "Ends" : "Renews"}</dt><dd>${day(item.current_period_end)}</dd></dl>
${subscription.schedule ? "" : isCanceled ? button("resume", "Renew subscription") : button("cancel", "Cancel subscription")}`
    : "<p>You don't have a subscription.</p>"
}
<h2>Card</h2><p>${card ? `Ends in ${card.slice(-4)}` : "None"}</p>
<form method="post" action="/portal/${id}/card">${cardFields}<button>Change card</button></form>
<h2>Invoices</h2>
<ul>${invoices
      .reverse()
      .map(
        (one) =>
          `<li><a href="/invoice/${one.id}">${one.number}</a><span>${day(one.created)}</span><span>${money(one.total)}</span></li>`,
      )
      .join("")}</ul>
<a class="back" href="${escapeHtml(return_url)}">Back to the site</a>`,
  );
}

function invoice(
  state: StripeState,
  { number, created, customer, status, total, lines }: StripeInvoice,
): StandInResponse {
  const items = lines.data
    .map(
      ({ description, amount }) =>
        `<li><span>${escapeHtml(description)}</span><span>${money(amount)}</span></li>`,
    )
    .join("");
  return htmlPage(
    `Invoice ${number}`,
    `<h1>Invoice ${number}</h1>
<p class="quiet">${day(created)} · for ${escapeHtml(state.customers[customer]?.email ?? "")}</p>
<p class="price">${money(total)}</p>
<p class="${status === "paid" ? "good" : "bad"}">${status === "paid" ? "Paid" : status === "void" ? "Void" : "Not paid"}</p>
<ul>${items}</ul>`,
  );
}
