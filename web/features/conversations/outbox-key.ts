/** What the keys of a user's unsent messages in the browser's storage begin with. */
export const outboxPrefix = (userId: number): string => `bopolis-outbox-${userId}-`;

/** Whether messages of an earlier page still wait to be sent. */
export function hasUnsent(userId: number): boolean {
  try {
    return Object.keys(window.localStorage).some((key) => key.startsWith(outboxPrefix(userId)));
  } catch {
    // The browser keeps nothing for us.
    return false;
  }
}
