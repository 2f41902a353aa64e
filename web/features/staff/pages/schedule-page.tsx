import { useQuery } from "@tanstack/react-query";
import { type ScheduledJob, scheduleRoute } from "#domain/staff/api.ts";
import { QueueItem, QueueItemMeta, QueueItemNote } from "#web/components/queue-item.tsx";
import { queryFor } from "#web/lib/query.ts";
import { Badge } from "#web/ui/card.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import styles from "../schedule/schedule.module.css";
import { StaffNav } from "../staff-nav.tsx";
import { scheduleText as text } from "../text/schedule.ts";

function JobItem({ job }: { job: ScheduledJob }) {
  const { succeeded_at, took_ms, failed_at, error } = job;
  return (
    <QueueItem title={text.jobs[job.job]}>
      <QueueItemMeta>
        <Badge {...(job.healthy && { tone: "playing" as const })}>
          {job.healthy ? text.healthy : text.unhealthy}
        </Badge>
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
export default function StaffSchedulePage() {
  const schedule = useQuery({ ...queryFor(scheduleRoute, {}), refetchInterval: 30_000 });
  const { data } = schedule;
  return (
    <Page title={text.title}>
      <StaffNav />
      <p className={styles.intro}>{text.intro}</p>
      {schedule.isPending && (
        <LoadingRegion text={text.loading}>
          <Skeleton height={480} />
        </LoadingRegion>
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
