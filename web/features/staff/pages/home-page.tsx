import { useQuery } from "@tanstack/react-query";
import { FileWarning, Flag, Gavel, type LucideIcon, Shirt, Timer } from "lucide-react";
import { Link } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import { overviewRoute } from "#domain/staff/api.ts";
import { systemRoute } from "#domain/system/api.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { kindName } from "#web/features/reports/text/reports.ts";
import { formatNumber } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { Banner } from "#web/ui/banner.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { AuditList } from "../audit/audit-list.tsx";
import styles from "../overview.module.css";
import { StaffNav } from "../staff-nav.tsx";
import { overviewText as text } from "../text/overview.ts";

const REFRESH_MS = 30_000;

/** How many problems the site has, with a link to them. Renders nothing without any. */
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
          {text.systemLink}
        </LinkButton>
      }
    >
      {text.system(count)}
    </Banner>
  );
}

type Overview = OutputOf<typeof overviewRoute>;

interface Tile {
  to: string;
  icon: LucideIcon;
  label: string;
  count: number;
  note: string;
}

const tilesOf = ({ reports, unclaimed, appeals, held, items, clears }: Overview["waiting"]): Tile[] => [
  { to: "/staff/reports", icon: Flag, label: text.reports, count: reports, note: text.unclaimed(unclaimed) },
  { to: "/staff/appeals", icon: Gavel, label: text.appeals, count: appeals, note: text.appealsText },
  { to: "/staff/held", icon: FileWarning, label: text.held, count: held, note: text.heldText },
  { to: "/staff/items", icon: Shirt, label: text.items, count: items, note: text.itemsText },
  { to: "/staff/clears", icon: Timer, label: text.clears, count: clears, note: text.clearsText },
];

function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ to, icon: Icon, label, count, note }) => (
        <li key={to}>
          <Link className={cx(styles.tile, count === 0 && styles.done)} to={to}>
            <Icon aria-hidden />
            <b className={styles.count}>{formatNumber(count)}</b>
            <span className={styles.label}>{label}</span>
            <small>{count === 0 ? text.none : note}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function OwnCases({ own }: { own: Overview["own"] }) {
  return (
    <Section heading={text.own}>
      {own.length === 0 && (
        <p className={styles.none}>
          {text.ownNone} <TextLink to="/staff/reports?state=unclaimed">{text.ownPick}</TextLink>
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
                  {text.about(user.username)}, {text.times(reports_count)},{" "}
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

const PLACEHOLDERS = ["first", "second", "third", "fourth", "fifth"];

function OverviewSkeleton() {
  return (
    <LoadingRegion text={text.loading}>
      <div className={styles.tiles}>
        {PLACEHOLDERS.map((name) => (
          <div key={name} className={styles.tile}>
            <Skeleton width={64} height={44} />
            <Skeleton width={90} height={22} />
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}

/** The staff overview: open work, the moderator's own cases and the latest log entries. */
export default function StaffHomePage() {
  const overview = useQuery({ ...queryFor(overviewRoute, {}), refetchInterval: 30_000 });
  const { data } = overview;
  const tiles = data && tilesOf(data.waiting);
  return (
    <Page title={text.title}>
      <StaffNav />
      <SystemNotice />
      <p className={styles.hello}>{tiles?.every(({ count }) => count === 0) ? text.nothing : text.waiting}</p>
      {overview.isPending && <OverviewSkeleton />}
      {overview.isError && !data && (
        <ErrorState error={overview.error} onRetry={() => overview.refetch()} busy={overview.isFetching} />
      )}
      {tiles && <Tiles tiles={tiles} />}
      {data && (
        <>
          <OwnCases own={data.own} />
          <Section
            heading={text.latest}
            actions={
              <LinkButton size="s" variant="quiet" to="/staff/audit">
                {text.log}
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
