import { CircleStop, Pencil } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { LevelEvent } from "#domain/events/event.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { formatDay } from "#web/lib/format-day.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import type { eventState } from "../days.ts";
import { RewardSummary } from "../event-card.tsx";
import { eventsText, staffEventsText as text } from "../text.ts";
import { SHOWS_EVENTS } from "./shows-events.ts";
import styles from "./staff.module.css";

interface EndButtonProps {
  name: string;
  title: string;
  question: string;
  action: string;
  end: () => Promise<{ message: string }>;
}

function EndButton({ name, title, question, action, end }: EndButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { busy, run } = useAction(end, {
    toast: messageOf,
    errors: "modal",
    onEnd: () => setConfirming(false),
    changes: SHOWS_EVENTS,
  });
  return (
    <>
      <Button icon={CircleStop} aria-label={text.endOf(name)} onClick={() => setConfirming(true)}>
        {text.endShort}
      </Button>
      <ConfirmModal
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={title}
        text={question}
        action={action}
        busy={busy}
        onConfirm={() => run()}
      />
    </>
  );
}

interface StaffEventRowProps {
  item: Pick<LevelEvent, "starts_on" | "ends_on" | "reward">;
  state: ReturnType<typeof eventState>;
  name: string;
  heading: ReactNode;
  children: ReactNode;
  onEdit: () => void;
  ending: Omit<EndButtonProps, "name">;
}

export function StaffEventRow({ item, state, name, heading, children, onEdit, ending }: StaffEventRowProps) {
  return (
    <Card className={styles.row}>
      <article className={styles.text} aria-label={name}>
        <div className={styles.head}>
          <h2>{heading}</h2>
          <Badge {...(state === "on" && { tone: "playing" as const })}>{text.states[state]}</Badge>
          <span className={styles.muted}>
            {eventsText.days(formatDay(item.starts_on), formatDay(item.ends_on))}
          </span>
        </div>
        <p className={styles.muted}>{children}</p>
        <RewardSummary reward={item.reward} />
      </article>
      {state !== "ended" && (
        <div className={styles.actions}>
          <Button icon={Pencil} aria-label={text.editOf(name)} onClick={onEdit}>
            {text.editAction}
          </Button>
          <EndButton name={name} {...ending} />
        </div>
      )}
    </Card>
  );
}
