import { deviceStorage } from "#web/lib/storage.ts";

/** Returns the prefix of the storage keys of a user's unsent messages. */
export const outboxKeyPrefix = (userId: number): string => `bopolis-outbox-${userId}-`;

/** Whether messages from an earlier visit are still waiting to be sent. */
export function hasUnsentMessages(userId: number): boolean {
  return deviceStorage.keys().some((key) => key.startsWith(outboxKeyPrefix(userId)));
}
