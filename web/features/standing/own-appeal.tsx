import { Badge, Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./standing.module.css";
import { standingText } from "./text/standing.ts";
import type { OwnBan } from "./types.ts";

const text = standingText.appeal;

/** The user's appeal: its place in the queue, or the decision. */
export function OwnAppeal({ appeal }: { appeal: NonNullable<OwnBan["appeal"]> }) {
  const { body, state, ahead, answer, created_at } = appeal;
  return (
    <Card className={styles.stack}>
      <div className={styles.line}>
        <Badge {...(state === "accepted" && { tone: "accent" as const })}>{text.states[state]}</Badge>
        {state === "waiting" && <span>{text.place(ahead)}</span>}
        <span className={styles.muted}>
          {text.sent} <RelativeTime value={created_at} />
        </span>
      </div>
      <Truncate lines={8}>
        <blockquote className={styles.quote}>{body}</blockquote>
      </Truncate>
      {answer && (
        <div className={styles.decision}>
          <h3>{text.reply}</h3>
          <p className={styles.quote}>{answer}</p>
        </div>
      )}
    </Card>
  );
}
