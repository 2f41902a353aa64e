import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import { systemRoute } from "#domain/system/api.ts";
import { ERROR_KINDS, ERROR_STATES } from "#domain/system/errors.ts";
import { readSystemView, type SystemView, writeSystemView } from "#domain/system/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { queryFor } from "#web/lib/query.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { Backlogs } from "../system/backlogs.tsx";
import { DatabaseUse } from "../system/database-use.tsx";
import { DeadLetterTable } from "../system/dead-letter-table.tsx";
import { ErrorHours } from "../system/error-hours.tsx";
import { ErrorList } from "../system/error-list.tsx";
import { HealthChecks } from "../system/health-checks.tsx";
import { Jobs } from "../system/jobs.tsx";
import { Problems } from "../system/problems.tsx";
import { ReadOnlySwitch } from "../system/read-only-switch.tsx";
import styles from "../system/system.module.css";
import { systemText as text } from "../text/system.ts";

const REFRESH_MS = 15_000;

const hrefOf = (view: SystemView) => `/staff/system${writeSystemView(view).replace(/\?$/, "")}`;

function NoErrors({ view }: { view: SystemView }) {
  const isDefault = view.state === "open" && view.kind === "";
  return (
    <EmptyState title={text.noErrors[view.state]} text={text.noErrorsText} art={<PosedBopi pose="sleep" />}>
      {isDefault ? (
        <LinkButton to="/staff">{text.home}</LinkButton>
      ) : (
        <LinkButton to="/staff/system">{text.showOpen}</LinkButton>
      )}
    </EmptyState>
  );
}

/** Filters of the errors; both are in the URL. */
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
  return errors.length === 0 ? <NoErrors view={view} /> : <ErrorList errors={errors} />;
}

/** The state of the site: problems, errors, backlogs, the size of the database and scheduled jobs. */
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
      {system.isError && !data && (
        <ErrorState error={system.error} onRetry={() => system.refetch()} busy={system.isFetching} />
      )}
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
              <HealthChecks checks={data.health.checks} />
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
