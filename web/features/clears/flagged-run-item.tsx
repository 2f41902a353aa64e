import { Check, Eye, X } from "lucide-react";
import { decideRunRoute, type FlaggedRun } from "#domain/clears/api.ts";
import { Person } from "#web/components/person.tsx";
import { ghostUrl } from "#web/components/play/ghost-url.ts";
import { QueueItem, QueueItemMeta, QueueItemNote, QueueItemSkeleton } from "#web/components/queue-item.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./flagged-run.module.css";

export const implausibleClearsText = {
  title: "Implausible clears",
  loading: "Loading clears",
  total: (total: number) => `${formatCount(total, "clear")} to review, oldest first.`,
  ran: (time: string) => `Cleared in ${time}`,
  floor: (time: string) => `The fastest possible time is ${time}.`,
  flagged: (reason: string) => `Flagged: ${reason}`,
  inputs: (changes: number, jumps: number, shortest: number) =>
    `${formatCount(changes, "change")} of input a minute, ${formatCount(jumps, "jump")}, ${shortest} of them held for one tick.`,
  originalBy: "Compare it with",
  originalTime: (time: string) => `in ${time}`,
  watch: "Watch",
  watchOf: (username: string, time: string) => `Watch ${username}'s clear in ${time}`,
  by: "By",
  in: "in",
  host: (host: string) => `Reported by ${host}`,
  accept: "Count it",
  dismiss: "Dismiss",
  acceptOf: (username: string, time: string) => `Count it: ${username}'s clear in ${time}`,
  dismissOf: (username: string, time: string) => `Dismiss ${username}'s clear in ${time}`,
  none: "No implausible clears",
  noneText: "Everyone has been playing fair. Clears that look wrong wait here for a decision.",
  nonePageText: "There aren't that many clears.",
} as const;

const DECISIONS = [
  ["accept", Check],
  ["dismiss", X],
] as const;

function Original({ run: { original, level } }: { run: FlaggedRun }) {
  if (!original) return null;
  const { user, time_formatted, run_id } = original;
  return (
    <QueueItemMeta>
      {implausibleClearsText.originalBy} <Person person={user} />
      <TextLink
        to={ghostUrl(level.id, run_id)}
        aria-label={implausibleClearsText.watchOf(user.username, time_formatted)}
      >
        {implausibleClearsText.originalTime(time_formatted)}
      </TextLink>
    </QueueItemMeta>
  );
}

export function FlaggedRunItem({ run }: { run: FlaggedRun }) {
  const { user, level, host, time_formatted, created_at, log_url } = run;
  const decision = useAction(
    (accept: boolean) => call(decideRunRoute, { params: { id: run.id }, input: { accept } }),
    // The queue, and the lists in which an accepted run appears.
    { toast: messageOf, errors: "toast", changes: ["/api/staff/clears", "/api/levels/{id}/clears"] },
  );
  return (
    <QueueItem
      title={implausibleClearsText.ran(time_formatted)}
      actions={
        <>
          {DECISIONS.map(([name, icon]) => (
            <Button
              key={name}
              icon={icon}
              busy={decision.busyWith === (name === "accept")}
              aria-disabled={decision.busy}
              aria-label={implausibleClearsText[`${name}Of`](user.username, time_formatted)}
              onClick={() => decision.run(name === "accept")}
            >
              {implausibleClearsText[name]}
            </Button>
          ))}
          {log_url && (
            <LinkButton
              icon={Eye}
              to={ghostUrl(level.id, run.id)}
              aria-label={implausibleClearsText.watchOf(user.username, time_formatted)}
            >
              {implausibleClearsText.watch}
            </LinkButton>
          )}
        </>
      }
    >
      <p>
        {run.reason
          ? implausibleClearsText.flagged(run.reason)
          : implausibleClearsText.floor(run.floor_formatted)}
      </p>
      {run.statistics && (
        <QueueItemNote>
          {implausibleClearsText.inputs(
            run.statistics.changesPerMinute,
            run.statistics.jumps,
            run.statistics.shortestJumps,
          )}
        </QueueItemNote>
      )}

      <QueueItemMeta>
        {implausibleClearsText.by} <Person person={user} />
        <span className={styles.level}>
          {implausibleClearsText.in}{" "}
          <TextLink to={level.url}>
            <bdi>{level.title}</bdi>
          </TextLink>
        </span>
      </QueueItemMeta>
      <Original run={run} />
      <QueueItemNote>
        {implausibleClearsText.host(host)}, <RelativeTime value={created_at} />
      </QueueItemNote>
    </QueueItem>
  );
}

export function FlaggedRunSkeleton() {
  return (
    <QueueItemSkeleton>
      <Skeleton width={220} height={26} />
      <Skeleton width={260} height={24} />
      <Skeleton width="80%" height={32} />
      <Skeleton width={180} height={22} />
    </QueueItemSkeleton>
  );
}
