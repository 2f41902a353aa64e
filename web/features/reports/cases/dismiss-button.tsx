import { CircleSlash } from "lucide-react";
import { decideCaseRoute } from "#domain/moderation/api.ts";
import { call } from "#web/lib/api.ts";
import { toastError, useAsyncAction } from "#web/lib/async-action.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { caseText as text } from "../text/case.ts";
import styles from "./case.module.css";
import type { CaseActionProps } from "./claim-button.tsx";

interface DismissButtonProps extends CaseActionProps {
  /** Another decision is being sent. */
  busy: boolean;
  onDone: () => Promise<void>;
}

/** Closes a case without taking action. */
export function DismissButton({ details: { id, reports_count }, update, busy, onDone }: DismissButtonProps) {
  const action = useAsyncAction(
    () =>
      update.send(async () => {
        const response = await call(decideCaseRoute, { params: { id }, input: { acts: [] } });
        toastThen(() => update.show(response.case))(response);
        await onDone();
      }),
    toastError,
  );
  return (
    <div className={styles.dismiss}>
      <Button
        icon={CircleSlash}
        busy={action.busy}
        aria-disabled={busy}
        onClick={() => busy || action.run()}
        full
      >
        {text.dismiss}
      </Button>
      <p className={styles.muted}>{text.dismissHint(reports_count)}</p>
    </div>
  );
}
