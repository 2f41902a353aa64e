import * as z from "zod/mini";

/** The fields of a response that `createdTimes` makes: ISO 8601, and MM/DD/YYYY hh:mm A; both in UTC. */
export const TIMES = { created_at: z.string(), created_at_formatted: z.string() };
