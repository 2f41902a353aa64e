import * as z from "zod/mini";
import { oneOf } from "../api/fields.ts";
import { page, preload } from "../api/page.ts";
import { userCard } from "../api/response.ts";
import { route } from "../api/route.ts";
import { PLAN_IDS } from "./plans.ts";

export const plan = z.object({
  id: z.enum(PLAN_IDS),
  /** "$4.99 a month" */
  description: z.string(),
  /** The description with the savings compared to the monthly plan. */
  description_with_savings: z.string(),
  /** In the smallest unit of the currency. */
  amount: z.int(),
  currency: z.string(),
});
export type Plan = z.infer<typeof plan>;

const phase = z.object({ plan, starts_at: z.string(), starts_at_formatted: z.string() });

export const subscription = z.object({
  /** 'Active', 'Past due', 'Canceled' (ends at `next_billing_date` and can be resumed), 'Ended', 'Incomplete'. */
  status: z.enum(["Active", "Past due", "Canceled", "Ended", "Incomplete"]),
  plan,
  /** ISO 8601. The end date of a canceled subscription. */
  next_billing_date: z.nullable(z.string()),
  next_billing_date_formatted: z.nullable(z.string()),
  /** The plan after the current period, if the plan was swapped. */
  phases: z.array(phase),
});
export type Subscription = z.infer<typeof subscription>;

/** A user who pays or has paid for Gold. */
export const customer = z.object({
  user: userCard,
  gold_ends_at: z.nullable(z.string()),
  stripe_subscription: z.nullable(subscription),
  plans: z.array(plan),
  /** Whether payments aren't real: Stripe's test mode, or the stand-in of a development machine. */
  test_mode: z.boolean(),
});
export type Customer = z.infer<typeof customer>;

export const invoice = z.object({
  number: z.string(),
  lines: z.array(z.string()),
  total: z.string(),
  date: z.string(),
  date_formatted: z.string(),
  url: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof invoice>;

const planId = oneOf("Plan", PLAN_IDS);
const stripeUrl = z.object({ url: z.string() });

export const goldRoute = route("GET", "/api/gold", {
  summary: "The plans for Gold.",
  access: "public",
  cacheSeconds: 60,
  output: z.object({ plans: z.array(plan), test_mode: z.boolean() }),
});

export const customerRoute = route("POST", "/api/auth/billing/customer", {
  summary: "Your subscription and the available plans; 404 if you never had one. Read-only.",
  access: "member",
  rateLimit: "none",
  output: customer,
  whileBanned: true,
});

export const invoicesRoute = route("POST", "/api/auth/billing/invoices", {
  summary: "Your 10 latest invoices. Read-only.",
  access: "member",
  output: z.object({ data: z.array(invoice) }),
  whileBanned: true,
});

export const checkoutRoute = route("POST", "/api/auth/billing/checkout", {
  summary: "Starts a Gold purchase. Returns the URL of Stripe's payment page.",
  access: "member",
  input: z.object({ id: planId }),
  output: stripeUrl,
});

export const portalRoute = route("POST", "/api/auth/billing/portal", {
  summary: "The URL of Stripe's page for changing payment details.",
  access: "member",
  output: stripeUrl,
  whileBanned: true,
});

export const cancelRoute = route("POST", "/api/auth/billing/cancel", {
  summary: "Cancels the subscription at the end of its current period.",
  access: "member",
  whileBanned: true,
});

export const resumeRoute = route("POST", "/api/auth/billing/resume", {
  summary: "Resumes a canceled subscription.",
  access: "member",
});

export const swapRoute = route("POST", "/api/auth/billing/swap", {
  summary: "Changes the plan after the current period and resumes a canceled subscription.",
  access: "member",
  input: z.object({ id: planId }),
});

export const goldPage = page("/gold", {
  group: "rare",
  access: "public",
  module: "gold/gold",
  title: "Gold",
  description: "Daily coins, more XP, more levels, your own profile theme and a golden name.",
  preload: () => [preload(goldRoute)],
  inSitemap: true,
});
