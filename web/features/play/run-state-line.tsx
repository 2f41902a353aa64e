import { CircleAlert, CircleCheck, CloudOff, Hourglass, LoaderCircle, type LucideIcon } from "lucide-react";
import { cx } from "#web/ui/cx.ts";
import styles from "./finish-panel.module.css";
import type { RunResult } from "./run-result.ts";
import { finishText } from "./text/finish.ts";

interface StateLine {
  icon: LucideIcon;
  tone?: "counted" | "flagged" | "refused";
  text: string;
  hint?: string;
}

/** The line about a run that the server has, is checking, or doesn't have yet; null for a visitor's. */
export function stateLine(result: RunResult): StateLine | null {
  switch (result.at) {
    case "visitor":
      return null;
    case "sending":
      return { icon: LoaderCircle, text: finishText.sending };
    case "unsent":
      return { icon: CloudOff, tone: "flagged", text: finishText.unsent };
    case "rejected":
      return { icon: CircleAlert, tone: "refused", text: finishText.rejected, hint: result.message };
    case "sent": {
      const { state, message } = result.run;
      if (state === "waiting")
        return { icon: LoaderCircle, text: finishText.checking, hint: finishText.checkingHint };
      if (state === "counted") return { icon: CircleCheck, tone: "counted", text: message };
      const icon = state === "flagged" ? Hourglass : CircleAlert;
      return { icon, tone: state, text: message };
    }
  }
}

/** Shows whether a run counts, with its rank. */
export function RunStateLine({ result }: { result: RunResult }) {
  const line = stateLine(result);
  const run = result.at === "sent" && result.run.state === "counted" ? result.run : null;
  return (
    <div role="status">
      {line && (
        <p
          className={cx(styles.state, line.tone && styles[line.tone])}
          data-run-state={result.at === "sent" ? result.run.state : result.at}
        >
          <line.icon className={cx(line.icon === LoaderCircle && styles.spin)} aria-hidden />
          <span>
            {line.text}
            {line.hint && <span className={styles.stateHint}>{line.hint}</span>}
          </span>
          {run?.rank && (
            <span className={styles.rank}>
              <span className="sr-only">{finishText.rankLabel} </span>
              {finishText.rank(run.rank, run.total)}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
