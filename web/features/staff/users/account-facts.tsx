import type { ReactNode } from "react";
import type { StaffAccount } from "#domain/staff/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Card } from "#web/ui/card.tsx";
import { Section } from "#web/ui/page.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { staffUsersText as text } from "../text/staff-users.ts";
import styles from "./users.module.css";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function LastSeen({ account: { online, last_seen } }: { account: StaffAccount }) {
  if (online) return text.online;
  return last_seen === null ? text.never : <RelativeTime value={last_seen} />;
}

/** The account's details and statistics. */
export function AccountFacts({ account }: { account: StaffAccount }) {
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
