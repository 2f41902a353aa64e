/** Variables of a site in development and in tests: wrangler.toml describes production. */
export const DEVELOPMENT = { ENVIRONMENT: "development" } as const;
