/** How often the page of hosts looks again, while it is in sight. */
export const LOOK_MS = 10_000;
