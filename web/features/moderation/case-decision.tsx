import { ArrowRight } from "lucide-react";
import type { CaseDetails } from "#domain/moderation/api.ts";
import { useAct } from "#web/lib/act.ts";
import { caseText as text } from "#web/text/cases.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Person } from "#web/ui/person.tsx";
import styles from "./case.module.css";

interface CaseDecisionProps {
  decision: NonNullable<CaseDetails["decision"]>;
  onNext: () => Promise<void>;
}

/** What has been decided, by whom and why. */
export function CaseDecision({ decision, onNext }: CaseDecisionProps) {
  const next = useAct(onNext);
  const { staff, acts, reason, decided_at } = decision;
  return (
    <Card className={styles.panel}>
      <h2>{text.decided}</h2>
      {acts.length === 0 ? (
        <p>{text.nothingDone}</p>
      ) : (
        <div className={styles.badges}>
          {acts.map((act) => (
            <Badge key={act}>{text.done[act]}</Badge>
          ))}
        </div>
      )}
      {reason && <blockquote className={styles.said}>{reason}</blockquote>}
      <div className={styles.sender}>
        <span className={styles.muted}>{text.decidedBy}</span> <Person person={staff} />
        <span className={styles.muted}>
          <Time value={decided_at} />
        </span>
      </div>
      <Button icon={ArrowRight} busy={next.busy} onClick={next.run}>
        {text.next}
      </Button>
    </Card>
  );
}
