import { Check, EyeOff, RotateCcw } from "lucide-react";
import { type ErrorGroup, errorStateRoute } from "#domain/system/api.ts";
import type { ErrorState } from "#domain/system/errors.ts";
import { QueueItem, QueueItemMeta, QueueItemNote } from "#web/components/queue-item.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

const ACTIONS = {
  resolved: { icon: Check, label: text.resolve },
  ignored: { icon: EyeOff, label: text.ignore },
  open: { icon: RotateCcw, label: text.reopen },
} as const;

function ErrorActions({ error: { key, message, state } }: { error: ErrorGroup }) {
  const change = useAction((next: ErrorState) => call(errorStateRoute, { input: { key, state: next } }), {
    toast: messageOf,
    errors: "toast",
    changes: ["/api/staff/system"],
  });
  const next: ErrorState[] = state === "open" ? ["resolved", "ignored"] : ["open"];
  return next.map((target) => {
    const { icon, label } = ACTIONS[target];
    return (
      <Button
        key={target}
        size="s"
        icon={icon}
        busy={change.busy}
        aria-label={text.actionOf(label, message)}
        onClick={() => change.run(target)}
      >
        {label}
      </Button>
    );
  });
}

function ErrorItem({ error }: { error: ErrorGroup }) {
  const { kind, message, source, stack, page, version, browsers, requests, count, first_at, last_at } = error;
  const isAdmin = useUser()?.role === "admin";
  const about = [page && text.onPage(page), browsers, version && text.inVersion(version)].filter(Boolean);
  return (
    <QueueItem title={message} actions={isAdmin && <ErrorActions error={error} />}>
      <QueueItemMeta>
        <Badge {...(kind === "server" && { tone: "accent" as const })}>{text.kinds[kind]}</Badge>
        <b>{text.times(count)}</b>
        <span>
          {text.lastAt} <RelativeTime value={last_at} />
        </span>
        <span>
          {text.firstAt} <RelativeTime value={first_at} />
        </span>
      </QueueItemMeta>
      {source && <code className={styles.code}>{source}</code>}
      {about.length > 0 && <QueueItemNote>{about.join(" · ")}</QueueItemNote>}
      {(stack || requests.length > 0) && (
        <details className={styles.details}>
          <summary>{requests.length > 0 ? text.requests : text.stack}</summary>
          {requests.length > 0 && <code className={styles.code}>{requests.join("\n")}</code>}
          {stack && <code className={styles.code}>{stack}</code>}
        </details>
      )}
    </QueueItem>
  );
}

export function ErrorList({ errors }: { errors: readonly ErrorGroup[] }) {
  return (
    <ul className={styles.list}>
      {errors.map((error) => (
        <li key={error.key}>
          <ErrorItem error={error} />
        </li>
      ))}
    </ul>
  );
}
