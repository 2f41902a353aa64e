import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type ScheduledJob, scheduleRoute } from "#domain/staff/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { scheduleText as text } from "#web/text/staff-schedule.ts";
import { Badge } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { Page } from "#web/ui/page.tsx";
import { QueueBy, QueueItem, QueueNote } from "#web/ui/queue-item.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import styles from "./schedule.module.css";

function JobItem({ job }: { job: ScheduledJob }) {
  const { succeeded_at, took_ms, failed_at, error } = job;
  return (
    <QueueItem title={text.jobs[job.job]}>
      <QueueBy>
        <Badge {...(job.healthy && { tone: "playing" as const })}>
          {job.healthy ? text.healthy : text.unhealthy}
        </Badge>
        {succeeded_at ? (
          <span>
            {text.succeeded} <Time value={succeeded_at} />
          </span>
        ) : (
          <span>{text.neverSucceeded}</span>
        )}
        {took_ms !== null && <span>{text.took(took_ms)}</span>}
      </QueueBy>
      {failed_at && (
        <QueueNote>
          {text.lastError} <Time value={failed_at} />: {error}
        </QueueNote>
      )}
    </QueueItem>
  );
}

/** When each scheduled job last succeeded, how long it took and its last error; `nav` leads to the other staff pages. */
export function ScheduleScreen({ nav }: { nav: ReactNode }) {
  const schedule = useQuery({ ...queryFor(scheduleRoute, {}), refetchInterval: 30_000 });
  const { data } = schedule;
  return (
    <Page title={text.title} width="middle">
      {nav}
      <p className={styles.intro}>{text.intro}</p>
      {schedule.isPending && (
        <Waiting text={text.loading}>
          <Skeleton height={480} />
        </Waiting>
      )}
      {schedule.isError && !data && (
        <ErrorState error={schedule.error} onRetry={() => schedule.refetch()} busy={schedule.isFetching} />
      )}
      {data && (
        <ul className={styles.jobs}>
          {data.data.map((job) => (
            <li key={job.job}>
              <JobItem job={job} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
