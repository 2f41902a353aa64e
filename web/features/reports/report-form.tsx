import { Send } from "lucide-react";
import type { ReactNode } from "react";
import type { RawInputOf } from "#domain/api/route.ts";
import { LIMITS } from "#domain/limits.ts";
import { reportRoute } from "#domain/reports/api.ts";
import type { ReportType } from "#domain/reports/types.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { ReasonChoice } from "./reason-choice.tsx";
import styles from "./report.module.css";
import { reportsText } from "./text/reports.ts";

interface ReportFormProps {
  type: ReportType;
  target: string;
  /** The path of a room's socket, whose newest chat lines are copied. */
  room?: string | null;
  /** The cancel button. */
  cancel: ReactNode;
  onDone: (message: string) => void;
}

/** The report form: reason, details, submit. */
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
