import { useQuery } from "@tanstack/react-query";
import { FileWarning, Flag, Gavel, type LucideIcon, Shirt, Timer } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import { overviewRoute } from "#domain/staff/api.ts";
import { exact } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { reportsText } from "#web/text/reports.ts";
import { overviewText as text } from "#web/text/staff-tools.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { AuditList } from "./audit/audit-list.tsx";
import styles from "./overview.module.css";

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
            <b className={styles.count}>{exact(count)}</b>
            <span className={styles.label}>{label}</span>
            <small>{count === 0 ? text.none : note}</small>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Own({ own }: { own: Overview["own"] }) {
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
              <Headshot src={user.bopi.headshot_url} username={user.username} size={44} decorative />
              <span className={styles.what}>
                <b>
                  {reportsText.kinds[type]}
                  {name && `: ${name}`}
                </b>
                <small>
                  {text.about(user.username)}, {text.times(reports_count)}, <Time value={created_at} />
                </small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const BONES = ["first", "second", "third", "fourth", "fifth"];

function Bones() {
  return (
    <Waiting text={text.loading}>
      <div className={styles.tiles}>
        {BONES.map((name) => (
          <div key={name} className={styles.tile}>
            <Skeleton width={64} height={44} />
            <Skeleton width={90} height={22} />
          </div>
        ))}
      </div>
    </Waiting>
  );
}

/** What waits for staff, and what they are on; `nav` leads to the other staff pages. */
export function OverviewScreen({ nav }: { nav: ReactNode }) {
  const { username } = useMember();
  const overview = useQuery({ ...queryFor(overviewRoute, {}), refetchInterval: 30_000 });
  const { data } = overview;
  const tiles = data && tilesOf(data.waiting);
  return (
    <Page title={text.title}>
      {nav}
      <p className={styles.hello}>
        {tiles?.every(({ count }) => count === 0) ? text.nothing : text.hello(username)}
      </p>
      {overview.isPending && <Bones />}
      {overview.isError && !data && (
        <ErrorState error={overview.error} onRetry={() => overview.refetch()} busy={overview.isFetching} />
      )}
      {tiles && <Tiles tiles={tiles} />}
      {data && (
        <>
          <Own own={data.own} />
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
