import { CircleAlert, Send } from "lucide-react";
import type { ReactNode } from "react";
import type { RawInputOf } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import { reportRoute } from "#domain/reports/api.ts";
import { REPORT_REASONS, type ReportType } from "#domain/reports/types.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./report.module.css";
import { reportsText } from "./text/reports.ts";

function ReasonChoice({ isMissing }: { isMissing: boolean }) {
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

interface ReportFormProps {
  type: ReportType;
  target: string;
  /** The path of a room's socket, whose newest chat lines are copied. */
  room?: string | null;
  cancel: ReactNode;
  onDone: (message: string) => void;
}

export function ReportForm({ type, target, room, cancel, onDone }: ReportFormProps) {
  const form = useForm(reportRoute, {
    params: { reportType: type, target },
    read: ({ reason, details }) =>
      ({ reason, details, ...(room && { room }) }) as RawInputOf<typeof reportRoute>,
    onDone: ({ message }) => onDone(message),
  });
  return (
    <form {...form.props} className={styles.form}>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <ReasonChoice isMissing={Boolean(form.errors.reason)} />
      <TextArea
        label={reportsText.details}
        name="details"
        max={LIMITS.reportDetails}
        hint={reportsText.detailsHint}
        errors={form.errors.details}
      />
      <div className={styles.actions}>
        {cancel}
        <Button type="submit" variant="primary" icon={Send} busy={form.busy}>
          {reportsText.submit}
        </Button>
      </div>
    </form>
  );
}
