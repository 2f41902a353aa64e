import { CircleCheck } from "lucide-react";
import { useLocation } from "react-router";
import { signInUrl } from "#domain/auth/sign-in-url.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { Badge, Progress } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import styles from "./events.module.css";
import { eventsText as text } from "./text.ts";

/** Badge of a completed event or challenge. */
export function DoneBadge() {
  return (
    <Badge tone="accent">
      <CircleCheck aria-hidden />
      {text.done}
    </Badge>
  );
}

/** The user's progress in an event. Visitors get a sign-in link. */
export function OwnProgress({
  event,
}: {
  event: Pick<LevelEvent, "cleared" | "goal" | "rewarded" | "short_name">;
}) {
  const { cleared, goal, rewarded, short_name } = event;
  const { pathname } = useLocation();
  if (cleared === null) {
    return (
      <p className={styles.muted}>
        <TextLink to={signInUrl(pathname)}>{text.signIn}</TextLink> {text.signInText}
      </p>
    );
  }
  if (rewarded) {
    return (
      <p className={styles.received}>
        <DoneBadge /> {text.received}
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
