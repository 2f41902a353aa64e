interface Price {
  unit: string;
  /** Dollars for a million, beyond what a month includes. */
  perMillion: number;
  included: number;
}

const MILLION = 1_000_000;
const BILLION = 1_000 * MILLION;

/** Cloudflare's Workers Paid plan, as published in 2026 ($5 a month is its least). */
export const PRICES = {
  requests: { unit: "requests of the worker", perMillion: 0.3, included: 10 * MILLION },
  cpu: { unit: "ms of the worker's processor time", perMillion: 0.02, included: 30 * MILLION },
  objectRequests: { unit: "requests of objects", perMillion: 0.15, included: MILLION },
  objectDuration: { unit: "GB-s of objects", perMillion: 12.5, included: 400_000 },
  objectRowsRead: { unit: "rows read by objects", perMillion: 0.001, included: 25 * BILLION },
  objectRowsWritten: { unit: "rows written by objects", perMillion: 1, included: 50 * MILLION },
  d1RowsRead: { unit: "rows read from D1", perMillion: 0.001, included: 25 * BILLION },
  d1RowsWritten: { unit: "rows written to D1", perMillion: 1, included: 50 * MILLION },
} as const satisfies Record<string, Price>;

export type Resource = keyof typeof PRICES;
export type Amounts = Record<Resource, number>;

/** Dollars of an amount at the price beyond what is included. */
export const dollars = (resource: Resource, amount: number): number =>
  (amount / MILLION) * PRICES[resource].perMillion;

/** Dollars a month of all amounts, with what is included taken off. */
export const monthly = (amounts: Amounts): number =>
  LEAST +
  (Object.keys(PRICES) as Resource[]).reduce(
    (sum, resource) => sum + dollars(resource, Math.max(0, amounts[resource] - PRICES[resource].included)),
    0,
  );

const LEAST = 5;
/** A million lines of log kept, beyond the 20 million of a month. */
export const LOGS = { perMillion: 0.6, included: 20 * MILLION };
