import { useQuery } from "@tanstack/react-query";
import { ShieldUser, UserRoundSearch } from "lucide-react";
import { useState } from "react";
import { type StaffMember, teamRoute } from "#domain/staff/api.ts";
import { PeopleSkeleton, PersonCard } from "#web/components/person-card.tsx";
import { formatCount } from "#web/lib/format.ts";
import { queryFor } from "#web/lib/query.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { StaffNav } from "../staff-nav.tsx";
import styles from "../users/users.module.css";

const teamText = {
  title: "Team",
  intro: "Everyone with a staff role. Their rights need two-factor authentication.",
  loading: "Loading the team",
  groups: {
    admin: (count: number) => formatCount(count, "admin"),
    moderator: (count: number) => formatCount(count, "moderator"),
  },
  onlyAdmin:
    "You're the only admin with two-factor authentication. Appoint another, in case you lose access.",
  noModerators: "No moderators yet. Find a member and change their role.",
  find: "Find a member",
  since: "Since",
  by: "by",
  unknownSince: "Set up with the site",
  twoFactorOn: "Two-factor on",
  twoFactorOff: "Two-factor off: no staff rights",
  banned: "Banned",
  online: "Online now",
  seen: "Last seen",
  never: "Not signed in anywhere",
  change: "Change role",
  changeOf: (username: string) => `Change role of ${username}`,
} as const;

const roleForm = lazyPart(() => import("../users/role-form.tsx"));
const CARD = { min: 330, minPhone: 260 } as const;
const GROUPS = ["admin", "moderator"] as const;

function Since({ member: { since, by } }: { member: StaffMember }) {
  if (since === null) return teamText.unknownSince;
  return (
    <>
      {teamText.since} <RelativeTime value={since} />
      {by && (
        <>
          {` ${teamText.by} `}
          <TextLink to={`/staff/users/${by.username}`}>{by.username}</TextLink>
        </>
      )}
    </>
  );
}

function LastSeen({ member: { online, last_seen } }: { member: StaffMember }) {
  if (online) return teamText.online;
  if (last_seen === null) return teamText.never;
  return (
    <>
      {teamText.seen} <RelativeTime value={last_seen} />
    </>
  );
}

function MemberCard({ member, onChange }: { member: StaffMember; onChange: (member: StaffMember) => void }) {
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
            {two_factor ? teamText.twoFactorOn : teamText.twoFactorOff}
          </Badge>
          {banned && <Badge className={styles.banned}>{teamText.banned}</Badge>}
          {can_become.length > 0 && (
            <Button
              icon={ShieldUser}
              size="s"
              aria-label={teamText.changeOf(user.username)}
              onClick={() => onChange(member)}
            >
              {teamText.change}
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
      {isAlone && <Banner tone="notice">{teamText.onlyAdmin}</Banner>}
      {GROUPS.map((role) => {
        const group = members.filter((member) => member.role === role);
        return (
          <Section key={role} heading={teamText.groups[role](group.length)}>
            {group.length === 0 ? (
              <p className={styles.muted}>{teamText.noModerators}</p>
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

export default function StaffTeamPage() {
  const team = useQuery(queryFor(teamRoute, {}));
  return (
    <Page title={teamText.title}>
      <StaffNav />
      <p className={styles.muted}>{teamText.intro}</p>
      {team.isPending && <PeopleSkeleton count={4} card={CARD} text={teamText.loading} />}
      <QueryError query={team} />
      {team.data && (
        <>
          <Team members={team.data.data} />
          <p>
            <LinkButton icon={UserRoundSearch} to="/staff/users">
              {teamText.find}
            </LinkButton>
          </p>
        </>
      )}
    </Page>
  );
}
