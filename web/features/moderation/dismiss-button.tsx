import { CircleSlash } from "lucide-react";
import { decideCaseRoute } from "#domain/moderation/api.ts";
import { toastFailure, useAct } from "#web/lib/act.ts";
import { call } from "#web/lib/api.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { caseText as text } from "#web/text/cases.ts";
import { Button } from "#web/ui/button.tsx";
import styles from "./case.module.css";
import type { CaseActProps } from "./claim-button.tsx";

interface DismissButtonProps extends CaseActProps {
  /** Something else is being decided. */
  busy: boolean;
  onDone: () => Promise<void>;
}

/** Closes a case without doing anything. */
export function DismissButton({ one: { id, reports_count }, news, busy, onDone }: DismissButtonProps) {
  const act = useAct(
    () =>
      news.send(async () => {
        const answer = await call(decideCaseRoute, { params: { id }, input: { acts: [] } });
        toastThen(() => news.show(answer.case))(answer);
        await onDone();
      }),
    toastFailure,
  );
  return (
    <div className={styles.dismiss}>
      <Button icon={CircleSlash} busy={act.busy} aria-disabled={busy} onClick={() => busy || act.run()} full>
        {text.dismiss}
      </Button>
      <p className={styles.muted}>{text.dismissHint(reports_count)}</p>
    </div>
  );
}
