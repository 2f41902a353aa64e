import { useQuery } from "@tanstack/react-query";
import { ShieldUser, UserRoundSearch } from "lucide-react";
import { useState } from "react";
import { type StaffMember, teamRoute } from "#domain/staff/api.ts";
import { PeopleSkeleton, PersonCard } from "#web/components/person-card.tsx";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { StaffNav } from "../staff-nav.tsx";
import { teamText as text } from "../text/team.ts";
import styles from "../users/users.module.css";

const roleForm = lazyPart(() => import("../users/role-form.tsx"));
const CARD = { min: 330, minPhone: 260 } as const;
const GROUPS = ["admin", "moderator"] as const;

function Since({ member: { since, by } }: { member: StaffMember }) {
  if (since === null) return text.unknownSince;
  return (
    <>
      {text.since} <RelativeTime value={since} />
      {by && (
        <>
          {` ${text.by} `}
          <TextLink to={`/staff/users/${by.username}`}>{by.username}</TextLink>
        </>
      )}
    </>
  );
}

function LastSeen({ member: { online, last_seen } }: { member: StaffMember }) {
  if (online) return text.online;
  if (last_seen === null) return text.never;
  return (
    <>
      {text.seen} <RelativeTime value={last_seen} />
    </>
  );
}

interface MemberCardProps {
  member: StaffMember;
  onChange: (member: StaffMember) => void;
}

function MemberCard({ member, onChange }: MemberCardProps) {
  const { user, two_factor, banned, can_become } = member;
  return (
    <PersonCard
      person={{ ...user, url: `/staff/users/${user.username}` }}
      bubble={null}
      line={<Since member={member} />}
      more={<LastSeen member={member} />}
      actions={
        <>
          <Badge {...(!two_factor && { className: styles.banned })}>
            {two_factor ? text.twoFactorOn : text.twoFactorOff}
          </Badge>
          {banned && <Badge className={styles.banned}>{text.banned}</Badge>}
          {can_become.length > 0 && (
            <Button
              icon={ShieldUser}
              size="s"
              aria-label={text.changeOf(user.username)}
              onClick={() => onChange(member)}
            >
              {text.change}
            </Button>
          )}
        </>
      }
    />
  );
}

function Team({ members }: { members: readonly StaffMember[] }) {
  const me = useMember().id;
  const [changing, setChanging] = useState<StaffMember | null>(null);
  const isAlone = members.some(({ user, can_become }) => user.id === me && can_become.length === 0);
  return (
    <>
      {isAlone && <Banner tone="notice">{text.onlyAdmin}</Banner>}
      {GROUPS.map((role) => {
        const group = members.filter((member) => member.role === role);
        return (
          <Section key={role} heading={text.groups[role](group.length)}>
            {group.length === 0 ? (
              <p className={styles.muted}>{text.noModerators}</p>
            ) : (
              <ul className={styles.people}>
                {group.map((member) => (
                  <li key={member.user.id}>
                    <MemberCard member={member} onChange={setChanging} />
                  </li>
                ))}
              </ul>
            )}
          </Section>
        );
      })}
      {changing && (
        <OnDemand
          part={roleForm}
          props={{ member: changing, onClose: () => setChanging(null), onDone: () => undefined }}
        />
      )}
    </>
  );
}

/** The site's staff: their roles, and who appointed them. */
export default function StaffTeamPage() {
  const team = useQuery(queryFor(teamRoute, {}));
  return (
    <Page title={text.title}>
      <StaffNav />
      <p className={styles.muted}>{text.intro}</p>
      {team.isPending && <PeopleSkeleton count={4} card={CARD} text={text.loading} />}
      {team.isError && !team.data && (
        <ErrorState error={team.error} onRetry={() => team.refetch()} busy={team.isFetching} />
      )}
      {team.data && (
        <>
          <Team members={team.data.data} />
          <p>
            <LinkButton icon={UserRoundSearch} to="/staff/users">
              {text.find}
            </LinkButton>
          </p>
        </>
      )}
    </Page>
  );
}
