import { escapeHtml, page } from "../page.ts";
import { type Answer, type Asked, html, redirect, Stop } from "../server.ts";
import { complete } from "./api-checkout.ts";
import { setCancels } from "./api-subscriptions.ts";
import { isDeclined, itemOf, setCard } from "./clock.ts";
import { find, type Invoice, nowOf, type Price, type Session, type State } from "./state.ts";
import { addEvent } from "./webhooks.ts";

const NOTICE = "TEST MODE: a stand-in for Stripe on this computer. No money moves.";

export const money = (amount: number): string => `$${(amount / 100).toFixed(2)}`;
const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
const every = ({ recurring }: Price) => `${recurring.interval === "year" ? "a year" : "a month"}`;

const shown = (title: string, main: string, status = 200) => html(page(title, NOTICE, main), status);
const gone = (why: string, back = "") =>
  new Stop(
    shown("Not here", `<h1>${why}</h1>${back && `<a class="back" href="${escapeHtml(back)}">Back</a>`}`, 404),
  );

/** The pages that people see of Stripe: where they pay, where they change how, what they have paid. */
export function answerPage(state: State, asked: Asked): Answer {
  const [, kind, id = "", act = ""] = asked.path.split("/");
  const form = new URLSearchParams(asked.method === "POST" ? asked.body : "");
  if (kind === "checkout" && state.sessions[id]) return checkout(state, state.sessions[id], form, act);
  if (kind === "portal" && state.portals[id]) return portal(state, id, form, act);
  if (kind === "invoice" && state.invoices[id]) return invoice(state, state.invoices[id]);
  throw gone("There is nothing here.");
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

function checkout(state: State, session: Session, form: URLSearchParams, act: string): Answer {
  if (session.status === "complete") throw gone("This has been paid already.", session.success_url);
  if (session.status === "expired") throw gone("This page has expired.", session.cancel_url);
  const price = find(state.prices, state.wanted[session.id]?.price ?? "", "price");
  const card = form.get("number")?.replace(/\D/g, "") ?? "";
  let problem = "";
  if (act === "pay") {
    if (card.length < 15) problem = "Your card number is incomplete.";
    else if (complete(state, session, card))
      return redirect(session.success_url.replace("{CHECKOUT_SESSION_ID}", session.id));
    else problem = "Your card was declined.";
  }
  return shown(
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

function portal(state: State, id: string, form: URLSearchParams, act: string): Answer {
  const { customer, return_url } = find(state.portals, id, "portal");
  const subscription = Object.values(state.subscriptions).findLast(
    (one) => one.customer === customer && one.status !== "canceled",
  );
  const now = nowOf(state, customer);
  let said = "";
  if (act === "card") {
    const number = form.get("number")?.replace(/\D/g, "") ?? "";
    if (number.length < 15) said = `<p class="bad" role="alert">Your card number is incomplete.</p>`;
    else if (isDeclined(number)) said = `<p class="bad" role="alert">Your card was declined.</p>`;
    else {
      setCard(state, customer, number);
      said = `<p class="good" role="status">Your card was changed.</p>`;
    }
  }
  if (subscription && !subscription.schedule && (act === "cancel" || act === "resume")) {
    setCancels(subscription, act === "cancel", now);
    // What Stripe's own portal does: the end is a date.
    if (act === "cancel") subscription.cancel_at_period_end = false;
    addEvent(state, "customer.subscription.updated", subscription, customer, now);
  }
  const cancels = Boolean(subscription?.cancel_at);
  const item = subscription && itemOf(subscription);
  const card = state.cards[customer];
  const invoices = Object.values(state.invoices).filter((one) => one.customer === customer);
  const button = (name: string, label: string) =>
    `<form method="post" action="/portal/${id}/${name}"><button class="plain">${label}</button></form>`;
  return shown(
    "Billing portal",
    `<h1>Your subscription</h1>${said}
${
  item
    ? `<dl><dt>Plan</dt><dd>${money(item.price.unit_amount)} ${every(item.price)}</dd>
<dt>Status</dt><dd>${cancels ? "Canceled" : subscription.status === "past_due" ? "Past due" : "Active"}</dd>
<dt>${cancels ? "Ends" : "Renews"}</dt><dd>${day(item.current_period_end)}</dd></dl>
${subscription.schedule ? "" : cancels ? button("resume", "Renew subscription") : button("cancel", "Cancel subscription")}`
    : "<p>There is no subscription.</p>"
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

function invoice(state: State, { number, created, customer, status, total, lines }: Invoice): Answer {
  const items = lines.data
    .map(
      ({ description, amount }) =>
        `<li><span>${escapeHtml(description)}</span><span>${money(amount)}</span></li>`,
    )
    .join("");
  return shown(
    `Invoice ${number}`,
    `<h1>Invoice ${number}</h1>
<p class="quiet">${day(created)} · for ${escapeHtml(state.customers[customer]?.email ?? "")}</p>
<p class="price">${money(total)}</p>
<p class="${status === "paid" ? "good" : "bad"}">${status === "paid" ? "Paid" : status === "void" ? "Void" : "Not paid"}</p>
<ul>${items}</ul>`,
  );
}
