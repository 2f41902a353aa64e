import { useQueryClient } from "@tanstack/react-query";
import { formatDuration } from "#domain/duration.ts";
import { at, invalidate, type Target } from "#web/lib/cache.ts";
import { useLiveEvent } from "#web/lib/live/use-live-event.ts";
import { toast } from "#web/ui/toast-store.ts";
import { playUpdatesText } from "./text/play-updates.ts";

/** Responses that a clear changes besides its level: lists with clear marks, the daily challenge, events, profiles. */
const CHANGED_BY_CLEAR: readonly Target[] = [
  "/api/levels",
  "/api/home",
  "/api/events/**",
  "/api/ratings",
  "/api/auth/daily",
  "/api/users/{username}",
  "/api/user/achievements/{id}",
];

/** One level: itself, its clears, its challenge. */
const levelAt = (id: number): Target => at("/api/levels/{id}/**", { id });

/** Shows a toast when the user clears a level, and refetches its data. Also refetches when its rating is unlocked. */
export function usePlayUpdates(): void {
  const client = useQueryClient();
  useLiveEvent((event) => {
    if (event.event === "RatingUnlocked") void invalidate(client, [levelAt(event.level_id)]);
    if (event.event !== "LevelCleared") return;
    const { level_id, title, time_ms, first, best } = event;
    // The player's own screen shows it.
    if (window.location.pathname !== `/play/${level_id}`)
      toast(playUpdatesText.cleared(title, formatDuration(time_ms), { first, best }), { tone: "good" });
    void invalidate(client, [levelAt(level_id), ...CHANGED_BY_CLEAR]);
  });
}
