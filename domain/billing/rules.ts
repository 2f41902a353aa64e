import type { Subscription } from "./api.ts";
import type { PlanId } from "./plans.ts";

/** What is kept of a subscription. Times are milliseconds since 1970. */
export interface Paid {
  /** Stripe's word for it. */
  status: string;
  cancels: boolean;
  period_start: number;
  period_end: number;
}

const HOUR = 3_600_000;
/** A renewal is paid and heard of a while after the period's end; Gold does not go away for that while. */
export const RENEWAL_GRACE = 2 * HOUR;
/** How long Gold stays while a card is declined. */
export const PAST_DUE_GRACE = 72 * HOUR;

const PAID = ["active", "trialing"];
/** Subscriptions that end some day and have not yet. */
export const LIVE = [...PAID, "past_due"];
export const isLive = ({ status }: Pick<Paid, "status">): boolean => LIVE.includes(status);

/** Whether somebody has Gold that lasts until `gold_until`. */
export const hasGold = (gold_until: number | null | undefined, now: number): boolean =>
  (gold_until ?? 0) > now;

/** Until when a subscription gives Gold; null where it gives none. */
export function goldUntil({ status, cancels, period_start, period_end }: Paid): number | null {
  if (status === "past_due") return Math.min(period_end, period_start + PAST_DUE_GRACE);
  if (!PAID.includes(status)) return null;
  return cancels ? period_end : period_end + RENEWAL_GRACE;
}

/** The same without the while that it takes to renew: the end that is told. */
export function shownGoldEnd(paid: Paid): number | null {
  const end = goldUntil(paid);
  return end === null ? null : Math.min(end, paid.period_end);
}

/** What a subscription is called. */
export function statusOf({ status, cancels }: Pick<Paid, "status" | "cancels">): Subscription["status"] {
  if (status === "incomplete") return "Incomplete";
  if (!LIVE.includes(status)) return "Ended";
  if (cancels) return "Canceled";
  return status === "past_due" ? "Past due" : "Active";
}

/** Of somebody's subscriptions, the one that counts: one that lives before one that has ended, the newest of its kind. */
export function mainOf<T extends Pick<Paid, "status"> & { created_at: number }>(
  all: readonly T[],
): T | undefined {
  return [...all].sort((a, b) => Number(isLive(b)) - Number(isLive(a)) || b.created_at - a.created_at)[0];
}

/** An amount in its smallest unit as people write it. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const EVERY: Record<PlanId, string> = { monthly: "a month", yearly: "a year" };

export const describePlan = (id: PlanId, amount: number, currency: string): string =>
  `${money(amount, currency)} ${EVERY[id]}`;

/** How many per cent are saved by paying by the year; nothing where it is no less. */
export const savedPercent = (yearly: number, monthly: number): number =>
  monthly > 0 ? Math.max(0, Math.floor((1 - yearly / (12 * monthly)) * 100)) : 0;
