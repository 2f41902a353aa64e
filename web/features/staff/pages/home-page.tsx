import { useQuery } from "@tanstack/react-query";
import { FileWarning, Flag, Gavel, Shirt, Timer } from "lucide-react";
import { Link } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import { overviewRoute } from "#domain/staff/api.ts";
import { systemRoute } from "#domain/system/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { kindName } from "#web/features/reports/text/reports.ts";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { AuditList } from "../audit/audit-list.tsx";
import styles from "../overview.module.css";
import { StaffNav } from "../staff-nav.tsx";

const overviewText = {
  title: "Staff",
  waiting: "Waiting for you",
  nothing: "Nothing to do. The city is asleep.",
  loading: "Loading the overview",
  reports: "Reports",
  appeals: "Appeals",
  held: "Held posts",
  items: "Items",
  clears: "Clears",
  notes: {
    reports: (unclaimed: number) => (unclaimed ? `${formatNumber(unclaimed)} unassigned` : "All assigned"),
    appeals: () => "From people who are banned",
    held: () => "Texts that look like spam",
    items: () => "Designs that look like someone else's",
    clears: () => "Faster than possible",
  },
  none: "All done",
  own: "Assigned to you",
  ownNone: "No reports assigned to you.",
  ownPick: "Pick one",
  about: (username: string) => `About ${username}`,
  times: (count: number) => formatCount(count, "report"),
  system: (count: number) => `System: ${formatCount(count, "problem")}`,
  systemLink: "View",
  latest: "Latest activity",
  log: "Full log",
} as const;

const REFRESH_MS = 30_000;

function SystemNotice() {
  const { data } = useQuery({
    ...queryFor(systemRoute, { input: { state: "open" } }),
    refetchInterval: REFRESH_MS,
  });
  const count = data?.problems.length ?? 0;
  if (count === 0) return null;
  return (
    <Banner
      action={
        <LinkButton size="s" to="/staff/system">
          {overviewText.systemLink}
        </LinkButton>
      }
    >
      {overviewText.system(count)}
    </Banner>
  );
}

type Overview = OutputOf<typeof overviewRoute>;

const ICONS = { reports: Flag, appeals: Gavel, held: FileWarning, items: Shirt, clears: Timer } as const;
const QUEUES = ["reports", "appeals", "held", "items", "clears"] as const;

function OwnCases({ own }: { own: Overview["own"] }) {
  return (
    <Section heading={overviewText.own}>
      {own.length === 0 && (
        <p className={styles.none}>
          {overviewText.ownNone}{" "}
          <TextLink to="/staff/reports?state=unclaimed">{overviewText.ownPick}</TextLink>
        </p>
      )}
      <ul className={styles.own}>
        {own.map(({ id, type, name, user, reports_count, created_at }) => (
          <li key={id}>
            <Link className={styles.case} to={`/staff/reports/${id}`}>
              <Headshot user={user} size={44} decorative />
              <span className={styles.description}>
                <b>
                  {kindName(type)}
                  {name && (
                    <>
                      : <bdi>{name}</bdi>
                    </>
                  )}
                </b>
                <small>
                  {overviewText.about(user.username)}, {overviewText.times(reports_count)},{" "}
                  <RelativeTime value={created_at} />
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export default function StaffHomePage() {
  const overview = useQuery({ ...queryFor(overviewRoute, {}), refetchInterval: REFRESH_MS });
  const { data } = overview;
  const waiting = data?.waiting;
  return (
    <Page title={overviewText.title}>
      <StaffNav />
      <SystemNotice />
      <p className={styles.hello}>
        {waiting && QUEUES.every((queue) => waiting[queue] === 0)
          ? overviewText.nothing
          : overviewText.waiting}
      </p>
      {overview.isPending && (
        <LoadingRegion text={overviewText.loading}>
          <div className={styles.tiles}>
            <Repeat times={5}>
              <div className={styles.tile}>
                <Skeleton width={64} height={44} />
                <Skeleton width={90} height={22} />
              </div>
            </Repeat>
          </div>
        </LoadingRegion>
      )}
      <QueryError query={overview} />
      {waiting && (
        <ul className={styles.tiles}>
          {QUEUES.map((queue) => {
            const Icon = ICONS[queue];
            const count = waiting[queue];
            return (
              <li key={queue}>
                <Link className={cx(styles.tile, count === 0 && styles.done)} to={`/staff/${queue}`}>
                  <Icon aria-hidden />
                  <b className={styles.count}>{formatNumber(count)}</b>
                  <span className={styles.label}>{overviewText[queue]}</span>
                  <small>
                    {count === 0 ? overviewText.none : overviewText.notes[queue](waiting.unclaimed)}
                  </small>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {data && (
        <>
          <OwnCases own={data.own} />
          <Section
            heading={overviewText.latest}
            actions={
              <LinkButton size="s" variant="quiet" to="/staff/audit">
                {overviewText.log}
              </LinkButton>
            }
          >
            <AuditList entries={data.latest} />
          </Section>
        </>
      )}
    </Page>
  );
}
