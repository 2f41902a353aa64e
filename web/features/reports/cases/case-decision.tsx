import { ArrowRight } from "lucide-react";
import type { CaseDetails } from "#domain/moderation/api.ts";
import { Person } from "#web/components/person.tsx";
import { UndoRemoval } from "#web/components/undo/undo-removal.tsx";
import { useAction } from "#web/lib/action.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { caseText as text } from "../text/case.ts";
import styles from "./case.module.css";

interface CaseDecisionProps {
  decision: NonNullable<CaseDetails["decision"]>;
  removal: CaseDetails["removal"];
  onNext: () => Promise<void>;
}

/** A decided case: the actions taken, the moderator and the reason. */
export function CaseDecision({ decision, removal, onNext }: CaseDecisionProps) {
  const next = useAction(onNext, { errors: "toast" });
  const { staff, acts: actions, reason, decided_at } = decision;
  return (
    <Card className={styles.panel}>
      <h2>{text.decided}</h2>
      {actions.length === 0 ? (
        <p>{text.nothingDone}</p>
      ) : (
        <div className={styles.badges}>
          {actions.map((action) => (
            <Badge key={action}>{text.done[action]}</Badge>
          ))}
        </div>
      )}
      {reason && <blockquote className={styles.quote}>{reason}</blockquote>}
      <div className={styles.sender}>
        <span className={styles.muted}>{text.decidedBy}</span> <Person person={staff} />
        <span className={styles.muted}>
          <RelativeTime value={decided_at} />
        </span>
      </div>
      {removal && <UndoRemoval removal={removal} />}
      <Button icon={ArrowRight} busy={next.busy} onClick={() => next.run()}>
        {text.next}
      </Button>
    </Card>
  );
}
