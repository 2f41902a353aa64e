import { useQueryClient } from "@tanstack/react-query";
import { formatDuration } from "#domain/duration.ts";
import { useLive } from "#web/lib/live/store.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { playNewsText } from "#web/text/play-news.ts";
import { toast } from "#web/ui/toast-store.ts";

/** What a clear changes besides its level: lists that know what one has cleared, the day's challenge, events, profiles. */
const CLEARED =
  /^\/api\/(?:levels(?:\?|$)|home|events|ratings|auth\/daily|users\/[^/?]+(?:\?|$)|user\/achievements)/;

/** All answers about one level: itself, its clears, its challenge. */
const ofLevel = (id: number) => new RegExp(`^/api/levels/${id}(?:[/?]|$)`);

/** Tells of a level that was cleared, and has what is shown of it asked for anew; the same when its rating is unlocked. */
export function usePlayNews(): void {
  const client = useQueryClient();
  useLive((event) => {
    if (event.event === "RatingUnlocked") void invalidateUrls(client, ofLevel(event.level_id));
    if (event.event !== "LevelCleared") return;
    const { level_id, title, time_ms, first, best } = event;
    toast(playNewsText.cleared(title, formatDuration(time_ms), { first, best }), { tone: "good" });
    void invalidateUrls(client, ofLevel(level_id));
    void invalidateUrls(client, CLEARED);
  });
}
