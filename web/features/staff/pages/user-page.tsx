import { useQuery } from "@tanstack/react-query";
import {
  Gavel,
  HandCoins,
  MessageSquareWarning,
  MessagesSquare,
  MonitorSmartphone,
  ScrollText,
  ShieldUser,
  UserRound,
  UserRoundPen,
} from "lucide-react";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { type OpenWork, openWorkRoute, type Removal } from "#domain/moderation/api.ts";
import { accountRoute, type StaffAccount, userHistoryRoute } from "#domain/staff/api.ts";
import { auditUrl } from "#domain/staff/view.ts";
import { Fact } from "#web/components/fact.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import MissingPage from "#web/components/missing-page.tsx";
import { Person } from "#web/components/person.tsx";
import { undoText } from "#web/components/text/undo.ts";
import { UndoRemoval } from "#web/components/undo/undo-removal.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { AppealItem } from "#web/features/appeals/appeal-item.tsx";
import { useBanModal } from "#web/features/reports/bans/ban-modal.tsx";
import { CaseHistory } from "#web/features/reports/cases/case-history.tsx";
import { PersonCases, PersonItems } from "#web/features/reports/cases/person-cases.tsx";
import { personCasesText } from "#web/features/reports/text/person-cases.ts";
import { HeldItem } from "#web/features/spam/held-item.tsx";
import { useGrantModal } from "#web/features/transactions/grant-modal.tsx";
import { isNotFound } from "#web/lib/api.ts";
import type { Target } from "#web/lib/cache.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { staffUsersText as text } from "../text/staff-users.ts";
import { AccountBadges } from "../users/account-badges.tsx";
import styles from "../users/users.module.css";
import { useInvalidateOnClose } from "./invalidate-on-close.ts";

const renameForm = lazyPart(() => import("../users/rename-form.tsx"));
const roleForm = lazyPart(() => import("../users/role-form.tsx"));
const warnForm = lazyPart(() => import("../users/warn-form.tsx"));

interface AccountActionsProps {
  account: StaffAccount;
  /** Open other features' modals. `onGrant` is null for moderators: only admins can grant. */
  onBan: (person: { username: string }) => void;
  onGrant: ((person: { username: string }) => void) | null;
  /** Called with the new name. Null for moderators: only admins can rename. */
  onRenamed: ((username: string) => void) | null;
  /** Called after a change to the account. */
  onChanged: () => void;
}

function AccountActions({ account, onBan, onGrant, onRenamed, onChanged }: AccountActionsProps) {
  const [open, setOpen] = useState<"warn" | "rename" | "role" | null>(null);
  const onClose = () => setOpen(null);
  const { user, can_punish, can_become, can_view_chat, banned } = account;
  const { username } = user;
  return (
    <div className={styles.actions}>
      {can_punish && (
        <>
          <Button icon={MessageSquareWarning} onClick={() => setOpen("warn")}>
            {text.warn}
          </Button>
          <Button icon={Gavel} variant={banned ? "plain" : "danger"} onClick={() => onBan(user)}>
            {banned ? text.changeBan : text.ban}
          </Button>
        </>
      )}
      {onGrant && (
        <Button icon={HandCoins} onClick={() => onGrant(user)}>
          {text.grant}
        </Button>
      )}
      {onRenamed && (
        <Button icon={UserRoundPen} onClick={() => setOpen("rename")}>
          {text.rename}
        </Button>
      )}
      {can_become.length > 0 && (
        <Button icon={ShieldUser} onClick={() => setOpen("role")}>
          {text.changeRole}
        </Button>
      )}
      {can_view_chat && (
        <LinkButton icon={MessagesSquare} to={`/chat?as=${user.id}`}>
          {text.chat}
        </LinkButton>
      )}
      <LinkButton icon={ScrollText} to={auditUrl(username)}>
        {text.log}
      </LinkButton>
      <LinkButton icon={UserRound} to={user.url}>
        {text.profile}
      </LinkButton>
      {onRenamed && open === "rename" && (
        <OnDemand part={renameForm} props={{ username, onClose, onDone: onRenamed }} />
      )}
      {open === "role" && (
        <OnDemand part={roleForm} props={{ member: account, onClose, onDone: onChanged }} />
      )}
      {open === "warn" && <OnDemand part={warnForm} props={{ username, onClose, onDone: onChanged }} />}
    </div>
  );
}

function LastSeen({ account: { online, last_seen } }: { account: StaffAccount }) {
  if (online) return text.online;
  return last_seen === null ? text.never : <RelativeTime value={last_seen} />;
}

function AccountFacts({ account }: { account: StaffAccount }) {
  const { user, role, email, verified, two_factor, gold_until, coins, xp, counts, created_at, bio } = account;
  const names = Object.keys(counts) as (keyof typeof counts)[];
  return (
    <div className={styles.halves}>
      <Section heading={text.account}>
        <Card>
          <dl className={styles.facts}>
            <Fact name={text.id}>#{user.id}</Fact>
            <Fact name={text.role}>{text.roles[role]}</Fact>
            <Fact name={text.joined}>
              <RelativeTime value={created_at} />
            </Fact>
            <Fact name={text.seen}>
              <LastSeen account={account} />
            </Fact>
            <Fact name={text.email}>
              {email} ({verified ? text.verified : text.notVerified})
            </Fact>
            <Fact name={text.twoFactor}>{two_factor ? text.on : text.off}</Fact>
            <Fact name={text.gold}>
              {user.has_gold && gold_until ? text.goldUntil(formatDateTime(gold_until)) : text.noGold}
            </Fact>
            <Fact name={text.bio}>
              {bio ? (
                <bdi className={styles.bio}>{bio}</bdi>
              ) : (
                <span className={styles.muted}>{text.noBio}</span>
              )}
            </Fact>
          </dl>
        </Card>
      </Section>
      <Section heading={text.numbers}>
        <dl className={styles.numbers}>
          <Fact name={text.coins}>
            <CompactNumber value={coins} />
          </Fact>
          <Fact name={text.xp}>
            <CompactNumber value={xp} />
          </Fact>
          {names.map((name) => (
            <Fact key={name} name={text.counts[name]}>
              <CompactNumber value={counts[name]} />
            </Fact>
          ))}
        </dl>
      </Section>
    </div>
  );
}

function Traces({ traces }: { traces: StaffAccount["traces"] }) {
  if (!traces) return <p className={styles.muted}>{text.hidden}</p>;
  return (
    <div className={styles.halves}>
      <Section heading={text.alts}>
        <p className={styles.muted}>{traces.alts.length > 0 ? text.altsText : text.noAlts}</p>
        {traces.alts.length > 0 && (
          <ul className={styles.rows}>
            {traces.alts.map(({ user, role, banned, addresses, last_at }) => (
              <li key={user.id} className={styles.row}>
                <Person person={{ ...user, url: `/staff/users/${user.username}` }} size={36} />
                <AccountBadges account={{ role, banned }} />
                <span className={styles.side}>
                  {text.common(addresses)}, <RelativeTime value={last_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {traces.shared > 0 && <p className={styles.muted}>{text.shared(traces.shared)}</p>}
      </Section>
      <Section heading={text.devices}>
        {traces.devices.length === 0 ? (
          <p className={styles.muted}>{text.noDevices}</p>
        ) : (
          <ul className={styles.rows}>
            {traces.devices.map(({ device, seen_at, created_at }) => (
              <li key={`${device} ${created_at} ${seen_at}`} className={styles.row}>
                <MonitorSmartphone aria-hidden />
                <b>{device}</b>
                <span className={styles.side}>
                  <RelativeTime value={seen_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

/** Lists what staff removed from someone within the last day, to undo it. Renders nothing without any. */
function RecentRemovals({ removals }: { removals: readonly Removal[] }) {
  if (removals.length === 0) return null;
  return (
    <Section heading={text.removals}>
      <ul className={styles.rows}>
        {removals.map((removal) => (
          <li key={`${removal.type} ${removal.target}`} className={styles.row}>
            <span>
              {undoText.kind(removal.type)} <b dir="auto">{removal.name}</b>
            </span>
            <span className={styles.muted}>
              <RelativeTime value={removal.removed_at} />
            </span>
            <span className={styles.side}>
              <UndoRemoval removal={removal} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function AccountHeader({ account, ...actions }: AccountActionsProps) {
  const { user } = account;
  return (
    <Card className={styles.header}>
      <Headshot user={user} size={96} decorative />
      <div className={styles.names}>
        <div className={styles.title}>
          <h1>
            <UserName user={user} />
          </h1>
          <AccountBadges account={{ role: account.role, banned: account.banned !== null }} />
        </div>
        <AccountActions account={account} {...actions} />
      </div>
    </Card>
  );
}

function OpenWorkSection({ username, work }: { username: string; work: OpenWork }) {
  const { cases, held, appeals, items, more } = work;
  const isEmpty = cases.length + held.length + appeals.length + items.length === 0;
  return (
    <Section heading={personCasesText.heading}>
      {isEmpty && <p className={styles.muted}>{personCasesText.nothing}</p>}
      <PersonCases username={username} work={work} />
      {held.map((post) => (
        <HeldItem key={post.id} post={post} />
      ))}
      {appeals.map((appeal) => (
        <AppealItem key={appeal.id} appeal={appeal} />
      ))}
      <PersonItems items={items} />
      {more && <p className={styles.muted}>{personCasesText.more}</p>}
    </Section>
  );
}

const banText = ({ until, reason }: NonNullable<StaffAccount["banned"]>) =>
  `${until ? text.bannedUntil(formatDateTime(until)) : text.bannedForEver} ${text.reason(reason)}`;

const ACCOUNT: readonly Target[] = ["/api/staff/users/{username}/**"];

function AccountPage({ username }: { username: string }) {
  const navigate = useNavigate();
  const isAdmin = useUser()?.role === "admin";
  const ban = useBanModal();
  const grant = useGrantModal();
  useInvalidateOnClose(Boolean(ban.modal || grant.modal), ACCOUNT);
  const params = { username };
  // Each view is logged, so a window focus must not refetch.
  const account = useQuery({ ...queryFor(accountRoute, { params }), refetchOnWindowFocus: false });
  const past = useQuery(queryFor(userHistoryRoute, { params }));
  const open = useQuery(queryFor(openWorkRoute, { params }));
  const loaded = account.data?.account;
  if (isNotFound(account.error)) return <MissingPage />;
  const onChanged = () => {
    void account.refetch();
    void past.refetch();
    void open.refetch();
  };
  return (
    <Page title={username} heading={null}>
      <StaffNav />
      {account.isPending && (
        <LoadingRegion text={text.loadingAccount} className={styles.skeleton}>
          <Card className={styles.header}>
            <Skeleton width={96} height={96} />
            <div className={styles.names}>
              <Skeleton width={200} height={34} />
              <Skeleton width={320} height={44} />
            </div>
          </Card>
          <Card>
            <SkeletonText lines={6} />
          </Card>
        </LoadingRegion>
      )}
      <QueryError query={account} always />
      {loaded && (
        <>
          <AccountHeader
            account={loaded}
            onBan={ban.open}
            onGrant={isAdmin ? grant.open : null}
            onRenamed={isAdmin ? (name) => void navigate(`/staff/users/${name}`, { replace: true }) : null}
            onChanged={onChanged}
          />
          {loaded.banned && <Banner tone="notice">{banText(loaded.banned)}</Banner>}
          {open.data && <OpenWorkSection username={username} work={open.data} />}
          {past.data && <RecentRemovals removals={past.data.removals} />}
          <AccountFacts account={loaded} />
          {past.data && <CaseHistory history={past.data.data} />}
          <Traces traces={loaded.traces} />
          <p className={styles.muted}>{text.viewLogged}</p>
        </>
      )}
      {ban.modal}
      {grant.modal}
    </Page>
  );
}

export default function StaffUserPage() {
  const { username = "" } = useParams();
  return <AccountPage key={username} username={username} />;
}
