import { standingText } from "#web/text/standing.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./standing.module.css";
import type { OwnBan } from "./types.ts";

const text = standingText.appeal;

/** The appeal that one has written: its place in the queue, or what became of it. */
export function OwnAppeal({ appeal }: { appeal: NonNullable<OwnBan["appeal"]> }) {
  const { body, state, ahead, answer, created_at } = appeal;
  return (
    <Card className={styles.stack}>
      <div className={styles.line}>
        <Badge {...(state === "accepted" && { tone: "accent" as const })}>{text.states[state]}</Badge>
        {state === "waiting" && <span>{text.place(ahead)}</span>}
        <span className={styles.muted}>
          {text.sent} <Time value={created_at} />
        </span>
      </div>
      <Truncate lines={8}>
        <blockquote className={styles.said}>{body}</blockquote>
      </Truncate>
      {answer && (
        <div className={styles.answer}>
          <h3>{text.answer}</h3>
          <p className={styles.said}>{answer}</p>
        </div>
      )}
    </Card>
  );
}
