import { useQueryClient } from "@tanstack/react-query";
import { formatDuration } from "#domain/duration.ts";
import { useLiveEvent } from "#web/lib/live/use-live-event.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { toast } from "#web/ui/toast-store.ts";
import { playUpdatesText } from "./text/play-updates.ts";

/** URLs that a clear changes besides its level: lists with clear marks, the daily challenge, events, profiles. */
const CHANGED_BY_CLEAR =
  /^\/api\/(?:levels(?:\?|$)|home|events|ratings|auth\/daily|users\/[^/?]+(?:\?|$)|user\/achievements)/;

/** Matches the URLs of one level: itself, its clears, its challenge. */
const levelUrls = (id: number) => new RegExp(`^/api/levels/${id}(?:[/?]|$)`);

/** Shows a toast when the user clears a level, and refetches its data. Also refetches when its rating is unlocked. */
export function usePlayUpdates(): void {
  const client = useQueryClient();
  useLiveEvent((event) => {
    if (event.event === "RatingUnlocked") void invalidateUrls(client, levelUrls(event.level_id));
    if (event.event !== "LevelCleared") return;
    const { level_id, title, time_ms, first, best } = event;
    // The player's own screen shows it.
    if (window.location.pathname !== `/play/${level_id}`)
      toast(playUpdatesText.cleared(title, formatDuration(time_ms), { first, best }), { tone: "good" });
    void invalidateUrls(client, levelUrls(level_id));
    void invalidateUrls(client, CHANGED_BY_CLEAR);
  });
}
