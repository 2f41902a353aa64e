import { CircleSlash } from "lucide-react";
import { decideCaseRoute } from "#domain/moderation/api.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
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
  const action = useAction(
    () => update.send(() => call(decideCaseRoute, { params: { id }, input: { acts: [] } })),
    {
      toast: messageOf,
      onDone: (response) => {
        update.show(response.case);
        return onDone();
      },
      errors: "toast",
    },
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
