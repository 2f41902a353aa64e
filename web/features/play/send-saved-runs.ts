import { formatDuration } from "#domain/duration.ts";
import { errorText } from "#web/lib/error-text.ts";
import { toast } from "#web/ui/toast-store.ts";
import { ticksToMs } from "./play-clock.ts";
import { readSavedRuns, removeSavedRun, type SavedRun } from "./saved-runs.ts";
import { canSendAgain, sendRun } from "./send-run.ts";
import { savedRunsText } from "./text/saved-runs.ts";

async function sendAll(runs: readonly SavedRun[]): Promise<void> {
  for (const run of runs) {
    const { key, title, ticks } = run;
    try {
      const { time_formatted } = await sendRun(run);
      toast(savedRunsText.sent(title, time_formatted || formatDuration(ticksToMs(ticks))), { tone: "good" });
    } catch (error) {
      if (canSendAgain(error)) {
        toast(savedRunsText.failed, { tone: "bad" });
        return;
      }
      toast(savedRunsText.refused(title, errorText(error)), { tone: "bad" });
    }
    removeSavedRun(key);
  }
}

/** Sends the member's runs on this device. Offers to save those that were played without signing in. */
export async function sendSavedRuns(userId: number): Promise<void> {
  const runs = readSavedRuns();
  const offered = runs.filter((run) => run.userId === null && !run.claimed);
  const [first] = offered;
  if (first)
    toast(savedRunsText.offer(offered.length, first.title), {
      sticky: true,
      action: { label: savedRunsText.save, onSelect: () => void sendAll(offered) },
    });
  await sendAll(runs.filter((run) => run.userId === userId || (run.userId === null && run.claimed)));
}
