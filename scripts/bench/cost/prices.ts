interface Price {
  unit: string;
  /** Dollars per million beyond the included amount. */
  perMillion: number;
  included: number;
}

const MILLION = 1_000_000;
const BILLION = 1_000 * MILLION;

/** Prices of Cloudflare's Workers Paid plan in 2026 (at least $5 a month). */
export const PRICES = {
  requests: { unit: "worker requests", perMillion: 0.3, included: 10 * MILLION },
  cpu: { unit: "ms of worker CPU time", perMillion: 0.02, included: 30 * MILLION },
  objectRequests: { unit: "object requests", perMillion: 0.15, included: MILLION },
  objectDuration: { unit: "GB-s of object memory", perMillion: 12.5, included: 400_000 },
  objectRowsRead: { unit: "rows read by Durable Objects", perMillion: 0.001, included: 25 * BILLION },
  objectRowsWritten: { unit: "rows written by Durable Objects", perMillion: 1, included: 50 * MILLION },
  d1RowsRead: { unit: "rows read from D1", perMillion: 0.001, included: 25 * BILLION },
  filesRead: { unit: "files read from R2", perMillion: 0.36, included: 10 * MILLION },
  filesWritten: { unit: "files written to R2", perMillion: 4.5, included: MILLION },
  queueOperations: { unit: "queue operations", perMillion: 0.4, included: MILLION },
  d1RowsWritten: { unit: "rows written to D1", perMillion: 1, included: 50 * MILLION },
} as const satisfies Record<string, Price>;

export type Resource = keyof typeof PRICES;
export type ResourceAmounts = Record<Resource, number>;

/** Returns the price of an amount in dollars, ignoring the included amount. */
export const dollars = (resource: Resource, amount: number): number =>
  (amount / MILLION) * PRICES[resource].perMillion;

/** Returns the monthly price of all amounts in dollars, minus the included amounts. */
export const monthlyDollars = (amounts: ResourceAmounts): number =>
  MINIMUM_DOLLARS +
  (Object.keys(PRICES) as Resource[]).reduce(
    (sum, resource) => sum + dollars(resource, Math.max(0, amounts[resource] - PRICES[resource].included)),
    0,
  );

const MINIMUM_DOLLARS = 5;
/** Log lines, beyond the included 20 million per month. */
export const LOGS = { perMillion: 0.6, included: 20 * MILLION };
