import { celebrations, finishCelebration } from "#web/lib/celebrate.ts";
import { deviceStorage } from "#web/lib/storage.ts";

/** The newest celebrations that some tab of this browser has shown. */
const KEY = "bopolis-celebrated";
const MAX_KEYS = 30;

function seenKeys(): string[] {
  return deviceStorage.get(KEY)?.split(" ") ?? [];
}

/** Lets other tabs know that this one shows it. */
export function markSeen(key: string): void {
  // Without storage, each tab shows it.
  deviceStorage.set(KEY, [...seenKeys().slice(1 - MAX_KEYS), key].join(" "));
}

/** Removes from this tab's queue what another one has shown. Coins are already in the wallet. */
export function dropSeenElsewhere(): void {
  const seen = seenKeys();
  for (const entry of celebrations.get().queue)
    if (entry.kind === "coins" || (entry.key && seen.includes(entry.key))) finishCelebration(entry.id);
}
