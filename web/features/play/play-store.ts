import type { JoinDestination } from "#domain/play/api.ts";
import { makeStore } from "#web/lib/store.ts";
import { begin } from "./begin.ts";
import type { PlayState } from "./machine.ts";

/** The one launch of the page. What moves it (launcher.ts) and shows it comes when a button is first pressed. */
export const launch = makeStore<PlayState>({ at: "idle", run: 0 });

/** Sets out for a level or a user; nothing while the page sets out already. */
export function setOut(destination: JoinDestination): void {
  const now = launch.get();
  const next = begin(now, destination);
  if (next !== now) launch.set(next);
}

/** Whether the page waits for a place there. */
export function isLoading({ destination_type, id }: JoinDestination): boolean {
  const now = launch.get();
  return (
    now.at === "loading" && now.destination.id === id && now.destination.destination_type === destination_type
  );
}
