import * as z from "zod/mini";
import { message, nothing, userCard } from "../api/answers.ts";
import { oneOf } from "../api/fields.ts";
import { route } from "../api/route.ts";
import { PLAN_IDS } from "./plans.ts";

/** A way of paying for Gold. */
export const plan = z.object({
  id: z.enum(PLAN_IDS),
  /** "$4.99 a month" */
  description: z.string(),
  /** The same with what it saves next to paying by the month. */
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
  /** ISO 8601; the end where it is canceled. */
  next_billing_date: z.nullable(z.string()),
  next_billing_date_formatted: z.nullable(z.string()),
  /** What comes after the current period, where the plan was swapped. */
  phases: z.array(phase),
});
export type Subscription = z.infer<typeof subscription>;

/** Whoever pays, or has paid, for Gold. */
export const customer = z.object({
  user: userCard,
  gold_ends_at: z.nullable(z.string()),
  stripe_subscription: z.nullable(subscription),
  plans: z.array(plan),
  /** Nothing is really paid: Stripe's test mode, or the stand-in of a fresh machine. */
  test_mode: z.boolean(),
});
export type Customer = z.infer<typeof customer>;

export const invoice = z.object({
  number: z.string(),
  lines: z.array(z.string()),
  /** "$4.99" */
  total: z.string(),
  date: z.string(),
  date_formatted: z.string(),
  url: z.nullable(z.string()),
});
export type Invoice = z.infer<typeof invoice>;

const planId = oneOf("Plan", PLAN_IDS);
const away = z.object({ url: z.string() });

export const goldRoute = route("GET", "/api/gold", {
  summary: "What Gold costs.",
  access: "public",
  keep: 60,
  input: nothing,
  output: z.object({ plans: z.array(plan), test_mode: z.boolean() }),
});

export const customerRoute = route("POST", "/api/auth/billing/customer", {
  summary:
    "One's subscription and the plans there are; 404 with a message where one has never had any. Changes nothing.",
  access: "member",
  limit: "none",
  input: nothing,
  output: customer,
  whileBanned: true,
});

export const invoicesRoute = route("POST", "/api/auth/billing/invoices", {
  summary: "One's ten latest invoices. Changes nothing.",
  access: "member",
  input: nothing,
  output: z.object({ data: z.array(invoice) }),
  whileBanned: true,
});

export const checkoutRoute = route("POST", "/api/auth/billing/checkout", {
  summary: "Begins buying Gold: answers the page of Stripe where it is paid.",
  access: "member",
  input: z.object({ id: planId }),
  output: away,
});

export const portalRoute = route("POST", "/api/auth/billing/portal", {
  summary: "The page of Stripe where cards and addresses are changed.",
  access: "member",
  input: nothing,
  output: away,
  whileBanned: true,
});

export const cancelRoute = route("POST", "/api/auth/billing/cancel", {
  summary: "Has the subscription end with its current period.",
  access: "member",
  input: nothing,
  output: message,
  whileBanned: true,
});

export const resumeRoute = route("POST", "/api/auth/billing/resume", {
  summary: "Has a canceled subscription go on.",
  access: "member",
  input: nothing,
  output: message,
});

export const swapRoute = route("POST", "/api/auth/billing/swap", {
  summary: "Changes the plan after the current period; a canceled subscription goes on.",
  access: "member",
  input: z.object({ id: planId }),
  output: message,
});
