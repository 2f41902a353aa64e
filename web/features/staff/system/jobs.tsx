import type { ScheduledJob } from "#domain/system/api.ts";
import { QueueItem, QueueItemMeta, QueueItemNote } from "#web/components/queue-item.tsx";
import { Badge } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { systemText as text } from "../text/system.ts";
import styles from "./system.module.css";

function JobItem({ job }: { job: ScheduledJob }) {
  const { succeeded_at, took_ms, failed_at, error } = job;
  return (
    <QueueItem title={text.jobs[job.job]}>
      <QueueItemMeta>
        <Badge tone={job.healthy ? "playing" : "accent"}>{job.healthy ? text.healthy : text.unhealthy}</Badge>
        {succeeded_at ? (
          <span>
            {text.succeeded} <RelativeTime value={succeeded_at} />
          </span>
        ) : (
          <span>{text.neverSucceeded}</span>
        )}
        {took_ms !== null && <span>{text.took(took_ms)}</span>}
      </QueueItemMeta>
      {failed_at && (
        <QueueItemNote>
          {text.lastError} <RelativeTime value={failed_at} />: {error}
        </QueueItemNote>
      )}
    </QueueItem>
  );
}

/** The scheduled jobs with their last success, duration and error. */
export function Jobs({ jobs }: { jobs: readonly ScheduledJob[] }) {
  return (
    <ul className={styles.jobs}>
      {jobs.map((job) => (
        <li key={job.job}>
          <JobItem job={job} />
        </li>
      ))}
    </ul>
  );
}
