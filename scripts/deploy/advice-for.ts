/** Advice for what Cloudflare refuses, by its code or text. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /\b7406\b|databases per account|maximum number of D1 databases/i,
    "The account has all D1 databases that its plan allows: 10 on Workers Free. Delete some (npx wrangler d1 list), or choose Workers Paid.",
  ],
  [
    /\b100129\b|\b11002\b|queues (?:are|is) unavailable|enable.*queues|queues.*enable/i,
    "Queues aren't enabled for this account. Open Storage & databases → Queues in the dashboard once, or choose Workers Paid.",
  ],
  [
    /\b10089\b|analytics engine/i,
    "Analytics Engine isn't enabled for this account. Open Storage & databases → Analytics Engine in the dashboard once, or remove `analytics_share` from the settings.",
  ],
  [
    /\b10042\b|enable R2/i,
    "R2 isn't enabled for this account. Open R2 in the dashboard and accept its terms.",
  ],
  [
    /\b10063\b|workers\.dev subdomain/i,
    "The account has no workers.dev subdomain yet. Open Workers & Pages in the dashboard once, or set `domains`.",
  ],
  [
    /email.*onboard|onboard.*email|sender.*(?:not|isn't) (?:verified|allowed)/i,
    "The sender's domain isn't onboarded. Open Email Service → Onboard domain in the dashboard, or remove `mail_from` from the settings.",
  ],
  [/more than one account/i, "Set `account_id` in deploy.config.json or CLOUDFLARE_ACCOUNT_ID."],
  [
    /\b1000[01]\b|\b9109\b|\b9106\b|authentication error/i,
    "A permission is missing: docs/operations.md lists what an API token needs.",
  ],
  [
    /unable to resolve|ENOTFOUND|EAI_AGAIN|fetch failed|ECONNREFUSED/i,
    "Cloudflare's API can't be reached. Check your network and try again.",
  ],
  [
    /\b1021[45]\b|latest version of your Worker isn't currently deployed/i,
    "An older version is live after a rollback. Run `npm run deploy` first, then try again.",
  ],
];

/** Returns what to do about an error of Cloudflare; undefined for an unknown one. */
export const adviceFor = (error: string): string | undefined =>
  ADVICE.find(([pattern]) => pattern.test(error))?.[1];
