import { CircleCheck } from "lucide-react";
import { useLocation } from "react-router";
import { signInAddress } from "#domain/auth/members.ts";
import type { Event } from "#domain/events/api.ts";
import { eventsText as text } from "#web/text/events.ts";
import { Badge, Progress } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import styles from "./events.module.css";

/** That one has done it, and has what it pays. */
export function Done() {
  return (
    <Badge tone="accent">
      <CircleCheck aria-hidden />
      {text.done}
    </Badge>
  );
}

/** How far one is with an event; visitors are told what signing in is good for. */
export function OwnProgress({
  event,
}: {
  event: Pick<Event, "cleared" | "goal" | "rewarded" | "short_name">;
}) {
  const { cleared, goal, rewarded, short_name } = event;
  const { pathname } = useLocation();
  if (cleared === null) {
    return (
      <p className={styles.muted}>
        <TextLink to={signInAddress(pathname)}>{text.signIn}</TextLink> {text.signInText}
      </p>
    );
  }
  if (rewarded) {
    return (
      <p className={styles.received}>
        <Done /> {text.received}
      </p>
    );
  }
  return (
    <div className={styles.progress}>
      <span>{text.progress(cleared, goal)}</span>
      <Progress label={text.event(short_name)} share={cleared / goal} />
    </div>
  );
}
