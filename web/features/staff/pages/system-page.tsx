import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import {
  type Backlog,
  type DeadLetters,
  type Problem,
  readOnlyRoute,
  type ScheduledJob,
  systemRoute,
  type DatabaseUse as Use,
} from "#domain/system/api.ts";
import { ERROR_KINDS, ERROR_STATES } from "#domain/system/errors.ts";
import { type BacklogName, COUNTED } from "#domain/system/problems.ts";
import type { ScheduleJob } from "#domain/system/schedule.ts";
import { readSystemView, type SystemView, writeSystemView } from "#domain/system/view.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { QueueItem, QueueItemMeta, QueueItemNote } from "#web/components/queue-item.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { fileSize } from "#web/lib/file-size.ts";
import { formatNumber } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge, Card, Progress } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { TableHead } from "#web/ui/table-head.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { ErrorHours } from "../system/error-hours.tsx";
import { ErrorList } from "../system/error-list.tsx";
import styles from "../system/system.module.css";
import { systemText as text } from "../text/system.ts";

type ReadOnly = OutputOf<typeof systemRoute>["read_only"];

function ReadOnlySwitch({ readOnly: { on, fixed } }: { readOnly: ReadOnly }) {
  const isAdmin = useUser()?.role === "admin";
  const [isOpen, setOpen] = useState(false);
  const change = useAction((next: boolean) => call(readOnlyRoute, { input: { on: next } }), {
    toast: messageOf,
    errors: "toast",
    changes: ["/api/staff/system"],
    onEnd: () => setOpen(false),
  });
  return (
    <>
      <p>{on ? text.readOnlyOn : text.readOnlyOff}</p>
      {fixed && <p className={styles.muted}>{text.readOnlyFixed}</p>}
      {isAdmin && !fixed && (
        <div>
          <Button busy={change.busy} onClick={() => (on ? change.run(false) : setOpen(true))}>
            {on ? text.turnReadOnlyOff : text.turnReadOnlyOn}
          </Button>
        </div>
      )}
      <ConfirmModal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={text.readOnlyTitle}
        text={text.readOnlyText}
        action={text.turnReadOnlyOn}
        busy={change.busy}
        onConfirm={() => change.run(true)}
      />
    </>
  );
}

function Jobs({ jobs }: { jobs: readonly ScheduledJob[] }) {
  return (
    <ul className={styles.jobs}>
      {jobs.map((job) => (
        <li key={job.job}>
          <QueueItem title={text.jobs[job.job]}>
            <QueueItemMeta>
              <Badge tone={job.healthy ? "playing" : "accent"}>
                {job.healthy ? text.healthy : text.unhealthy}
              </Badge>
              {job.succeeded_at ? (
                <span>
                  {text.succeeded} <RelativeTime value={job.succeeded_at} />
                </span>
              ) : (
                <span>{text.neverSucceeded}</span>
              )}
              {job.took_ms !== null && <span>{text.took(job.took_ms)}</span>}
            </QueueItemMeta>
            {job.failed_at && (
              <QueueItemNote>
                {text.lastError} <RelativeTime value={job.failed_at} />: {job.error}
              </QueueItemNote>
            )}
          </QueueItem>
        </li>
      ))}
    </ul>
  );
}

/** Jobs that were given up after all their tries. */
function DeadLetterTable({ letters }: { letters: readonly DeadLetters[] }) {
  return (
    <>
      <h3 className={styles.small}>{text.deadLetters}</h3>
      {letters.length === 0 ? (
        <p className={styles.muted}>{text.noDeadLetters}</p>
      ) : (
        <table className={styles.backlogs}>
          <caption className="sr-only">{text.deadLetters}</caption>
          <TableHead columns={text.deadLetterColumns} />
          <tbody>
            {letters.map(({ queue, count, last_at }) => (
              <tr key={queue}>
                <th scope="row">{text.queues[queue]}</th>
                <td>{formatNumber(count)}</td>
                <td>
                  <RelativeTime value={last_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function describeProblem({ area, name }: Problem): string {
  switch (area) {
    case "health":
      return text.healthProblem(name);
    case "jobs":
      return text.jobProblem(name as ScheduleJob);
    case "backlogs":
      return text.backlogProblem(name as BacklogName);
    case "database":
      return text.fullnessProblems[name as keyof typeof text.fullnessProblems];
    default:
      return text.kindProblems[name] ?? name;
  }
}

function Problems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return <Banner tone="plain">{text.allWell}</Banner>;
  return (
    <Banner>
      <b>{text.problems(problems.length)}</b>
      <ul className={styles.problems} aria-label={text.problemsNav}>
        {problems.map((problem) => (
          <li key={`${problem.area} ${problem.name}`}>
            <a href={`#${problem.area}`}>{describeProblem(problem)}</a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function Backlogs({ backlogs }: { backlogs: readonly Backlog[] }) {
  return (
    <table className={styles.backlogs}>
      <caption className="sr-only">{text.backlogs}</caption>
      <TableHead columns={text.columns} />
      <tbody>
        {backlogs.map(({ name, count, oldest_at, late }) => (
          <tr key={name}>
            <th scope="row">{text.backlogNames[name]}</th>
            <td>{count >= COUNTED ? text.countMax(count) : formatNumber(count)}</td>
            <td>{oldest_at ? <RelativeTime value={oldest_at} /> : text.nothing}</td>
            <td>
              <Badge tone={late ? "accent" : "playing"}>{late ? text.late : text.onTime}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DatabaseUse({ label, database }: { label: string; database: Use }) {
  const { bytes, limit_bytes, tables } = database;
  const share = bytes / limit_bytes;
  const percent = `${formatNumber(Math.round(share * 1000) / 10)}%`;
  return (
    <>
      <Progress label={label} share={share} />
      <p>{text.databaseUse(fileSize(bytes), fileSize(limit_bytes), percent)}</p>
      <h3 className={styles.small}>{text.databaseIds}</h3>
      <ul className={styles.tables}>
        {tables.map(({ table_name, last_id }) => (
          <li key={table_name}>
            <code>{table_name}</code> <span>{formatNumber(last_id)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const REFRESH_MS = 15_000;

const hrefOf = (view: SystemView) => `/staff/system${writeSystemView(view).replace(/\?$/, "")}`;

function ErrorFilters({ view }: { view: SystemView }) {
  const navigate = useNavigate();
  const tabs = ERROR_STATES.map((state) => ({
    to: hrefOf({ ...view, state }),
    label: text.states[state],
    active: state === view.state,
  }));
  const kinds = [
    { value: "" as const, label: text.allKinds },
    ...ERROR_KINDS.map((value) => ({ value, label: text.kinds[value] })),
  ];
  return (
    <div className={styles.filters}>
      <TabLinks label={text.errorStates} tabs={tabs} />
      <Select
        label={text.kind}
        hideLabel
        options={kinds}
        value={view.kind}
        onChange={(kind) => navigate(hrefOf({ ...view, kind }))}
      />
    </div>
  );
}

/** The errors that match the filters; null while they load. */
function Errors({
  view,
  errors,
}: {
  view: SystemView;
  errors: OutputOf<typeof systemRoute>["errors"] | null;
}) {
  if (!errors) return <Skeleton height={200} />;
  return errors.length === 0 ? (
    <EmptyState title={text.noErrors[view.state]} text={text.noErrorsText} pose="sleep">
      {view.state === "open" && view.kind === "" ? (
        <LinkButton to="/staff">{text.home}</LinkButton>
      ) : (
        <LinkButton to="/staff/system">{text.showOpen}</LinkButton>
      )}
    </EmptyState>
  ) : (
    <ErrorList errors={errors} />
  );
}

export default function StaffSystemPage() {
  const [query] = useSearchParams();
  const view = readSystemView(query);
  const system = useQuery({
    ...queryFor(systemRoute, { input: view }),
    // Only the errors depend on the filters.
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const { data } = system;
  return (
    <Page title={text.title}>
      <StaffNav />
      {system.isPending && (
        <LoadingRegion text={text.loading}>
          <Skeleton height={64} />
          <Skeleton height={320} />
        </LoadingRegion>
      )}
      <QueryError query={system} />
      {data && (
        <>
          {system.isError ? <Banner>{text.outdated}</Banner> : <Problems problems={data.problems} />}
          <p className={styles.muted}>
            {text.version(data.health.version, data.health.commit)} ·{" "}
            {data.migration && <>{text.migration(data.migration)} · </>}
            {text.updated} <RelativeTime value={new Date(serverTime(system.dataUpdatedAt)).toISOString()} />
          </p>
          <div id="health" className={styles.anchor}>
            <Section heading={text.health}>
              <ul className={styles.checks}>
                {data.health.checks.map(({ name, status, detail }) => (
                  <li key={name}>
                    <Badge tone={status === "ok" ? "playing" : "accent"}>{text.healthStates[status]}</Badge>{" "}
                    <b>{name}</b>: {detail}
                  </li>
                ))}
              </ul>
            </Section>
          </div>
          <div id="errors" className={styles.anchor}>
            <Section heading={text.errors}>
              <Card className={styles.chart}>
                <h3 className={styles.small}>{text.hoursChart}</h3>
                <ErrorHours hours={data.hours} />
              </Card>
              <p className={styles.muted}>{text.errorsIntro}</p>
              <ErrorFilters view={view} />
              <Errors view={view} errors={system.isPlaceholderData ? null : data.errors} />
            </Section>
          </div>
          <div className={styles.columns}>
            <div id="backlogs" className={styles.anchor}>
              <Section heading={text.backlogs}>
                <Card className={styles.box}>
                  <p className={styles.muted}>{text.backlogsIntro}</p>
                  <Backlogs backlogs={data.backlogs} />
                  <DeadLetterTable letters={data.dead_letters} />
                </Card>
              </Section>
            </div>
            <div id="database" className={cx(styles.anchor, styles.stack)}>
              <Section heading={text.database}>
                <Card className={styles.box}>
                  <DatabaseUse label={text.database} database={data.database} />
                </Card>
              </Section>
              {data.other_databases.map((database) => (
                <Section key={database.name} heading={text.otherDatabase(database.name)}>
                  <Card className={styles.box}>
                    <DatabaseUse label={text.otherDatabase(database.name)} database={database} />
                  </Card>
                </Section>
              ))}
              <Section heading={text.readOnly}>
                <Card className={styles.box}>
                  <ReadOnlySwitch readOnly={data.read_only} />
                </Card>
              </Section>
            </div>
          </div>
          <div id="jobs" className={styles.anchor}>
            <Section heading={text.jobsHeading}>
              <p className={styles.muted}>{text.jobsIntro}</p>
              <Jobs jobs={data.jobs} />
            </Section>
          </div>
        </>
      )}
    </Page>
  );
}
