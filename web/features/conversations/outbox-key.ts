import { deviceStorage } from "#web/lib/storage.ts";

export const outboxKeyPrefix = (userId: number): string => `bopolis-outbox-${userId}-`;

export function hasUnsentMessages(userId: number): boolean {
  return deviceStorage.keys().some((key) => key.startsWith(outboxKeyPrefix(userId)));
}
