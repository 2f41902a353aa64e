import type Stripe from "stripe";
import type { Invoice, Plan, Subscription } from "#domain/gold/api.ts";
import { formatMoney, goldUntil, hasGold, isLive, subscriptionStatus } from "#domain/gold/rules.ts";
import { formatTime, isoTime } from "#domain/time.ts";
import type { SubscriptionRow } from "./queries.ts";

export function presentSubscription(row: SubscriptionRow, plans: readonly Plan[]): Subscription | null {
  const planOf = (id: string) => plans.find((plan) => plan.id === id);
  const plan = planOf(row.plan);
  if (!plan) return null;
  const next = row.next_plan && isLive(row) ? planOf(row.next_plan) : undefined;
  const end = isLive(row) ? row.period_end : null;
  return {
    status: subscriptionStatus({ ...row, cancels: row.cancels === 1 }),
    plan,
    next_billing_date: end === null ? null : isoTime(end),
    next_billing_date_formatted: end === null ? null : formatTime(end),
    phases: next
      ? [
          {
            plan: next,
            starts_at: isoTime(row.period_end),
            starts_at_formatted: formatTime(row.period_end),
          },
        ]
      : [],
  };
}

/** The end of Gold as displayed: the end of the paid period, without the grace period for renewals. */
export function goldEnd(rows: readonly SubscriptionRow[], until: number | null, now: number): number | null {
  if (!until || !hasGold(until, now)) return null;
  const paid = rows.find((row) => goldUntil({ ...row, cancels: row.cancels === 1 }) === until);
  return paid ? Math.min(until, paid.period_end) : until;
}

export function presentInvoice({
  id,
  number,
  lines,
  total,
  currency,
  created,
  hosted_invoice_url,
}: Stripe.Invoice): Invoice {
  return {
    number: number ?? id ?? "",
    lines: lines.data.map(({ description }) => description ?? ""),
    total: formatMoney(total, currency),
    date: isoTime(created * 1000),
    date_formatted: formatTime(created * 1000),
    url: hosted_invoice_url ?? null,
  };
}
