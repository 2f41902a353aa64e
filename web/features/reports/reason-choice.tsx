import { CircleAlert } from "lucide-react";
import { REPORT_REASONS } from "#domain/reports/types.ts";
import styles from "./report.module.css";
import { reportsText } from "./text/reports.ts";

/** Radio buttons for the reason, each with a description. */
export function ReasonChoice({ isMissing }: { isMissing: boolean }) {
  return (
    <fieldset className={styles.reasons} aria-describedby={isMissing ? "reason-error" : undefined}>
      <legend className={styles.legend}>{reportsText.reason}</legend>
      <div id="reason-error" className={styles.error} aria-live="polite">
        {isMissing && (
          <>
            <CircleAlert aria-hidden />
            {reportsText.reasonNeeded}
          </>
        )}
      </div>
      <div className={styles.options}>
        {REPORT_REASONS.map((reason) => {
          const [label, hint] = reportsText.reasons[reason];
          return (
            <label className={styles.option} key={reason}>
              <input
                type="radio"
                name="reason"
                value={reason}
                required
                aria-invalid={isMissing || undefined}
              />
              <span>
                <span className={styles.optionName}>{label}</span>
                <span className={styles.optionHint}>{hint}</span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
