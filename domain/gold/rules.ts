import type { Subscription } from "./api.ts";
import type { PlanId } from "./plans.ts";

export interface SubscriptionState {
  status: string;
  cancels: boolean;
  period_start: number;
  period_end: number;
}

const HOUR = 3_600_000;
/** A renewal is confirmed some time after the period's end. Gold continues meanwhile. */
export const RENEWAL_GRACE_MS = 2 * HOUR;
/** How long Gold continues while a card is declined. */
export const PAST_DUE_GRACE_MS = 72 * HOUR;

const PAID_STATUSES = ["active", "trialing"];
/** Statuses of subscriptions that haven't ended. */
export const LIVE_STATUSES = [...PAID_STATUSES, "past_due"];
export const isLive = ({ status }: Pick<SubscriptionState, "status">): boolean =>
  LIVE_STATUSES.includes(status);

/** Whether a user whose Gold ends at `gold_until` has Gold. */
export const hasGold = (gold_until: number | null | undefined, now: number): boolean =>
  (gold_until ?? 0) > now;

/** The time until which a subscription gives Gold, or null. */
export function goldUntil({ status, cancels, period_start, period_end }: SubscriptionState): number | null {
  if (status === "past_due") return Math.min(period_end, period_start + PAST_DUE_GRACE_MS);
  if (!PAID_STATUSES.includes(status)) return null;
  return cancels ? period_end : period_end + RENEWAL_GRACE_MS;
}

export function subscriptionStatus({
  status,
  cancels,
}: Pick<SubscriptionState, "status" | "cancels">): Subscription["status"] {
  if (status === "incomplete") return "Incomplete";
  if (!LIVE_STATUSES.includes(status)) return "Ended";
  if (cancels) return "Canceled";
  return status === "past_due" ? "Past due" : "Active";
}

/** The relevant one of a user's subscriptions: live ones before ended ones, then the newest. */
export function currentSubscription<T extends Pick<SubscriptionState, "status"> & { created_at: number }>(
  all: readonly T[],
): T | undefined {
  return [...all].sort((a, b) => Number(isLive(b)) - Number(isLive(a)) || b.created_at - a.created_at)[0];
}

/** Formats an amount given in the currency's smallest unit. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

const PERIODS: Record<PlanId, string> = { monthly: "a month", yearly: "a year" };

export const describePlan = (id: PlanId, amount: number, currency: string): string =>
  `${formatMoney(amount, currency)} ${PERIODS[id]}`;

/** Percent saved by paying yearly; 0 if it isn't cheaper. */
export const savedPercent = (yearly: number, monthly: number): number =>
  monthly > 0 ? Math.max(0, Math.floor((1 - yearly / (12 * monthly)) * 100)) : 0;
