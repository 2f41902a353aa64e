/** How often the page of hosts polls while visible. */
export const HOSTS_POLL_MS = 10_000;
