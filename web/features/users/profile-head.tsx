import { Backpack, Crown, Ellipsis, Flag, Shield } from "lucide-react";
import type { ReactNode } from "react";
import type { Profile } from "#domain/users/api.ts";
import { useUser } from "#web/lib/user.ts";
import { usersText } from "#web/text/users.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Num, Time } from "#web/ui/facts.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./profile.module.css";

const COUNTS = [
  ["levels", "levels_count"],
  ["plays", "levels_sum_plays"],
  ["clears", "clears_count"],
] as const;

function Acts({ profile }: { profile: Profile }) {
  const user = useUser();
  if (!user || user.id === profile.id) return null;
  const items = [{ label: usersText.report, icon: Flag, to: `/report/user/${profile.username}` }];
  return (
    <div className={styles.acts}>
      <Menu
        label={usersText.more}
        groups={[{ id: "acts", items }]}
        trigger={(props) => <IconButton {...props} icon={Ellipsis} label={usersText.more} variant="solid" />}
      />
    </div>
  );
}

function Name({ profile, spirit }: { profile: Profile; spirit: ReactNode }) {
  const role = usersText.roles[profile.role];
  return (
    <header className={styles.name}>
      <h1 className={cx(styles.username, profile.has_gold && styles.gold)}>{profile.username}</h1>
      <div className={styles.marks}>
        {spirit}
        {role && (
          <Badge>
            <Shield aria-hidden />
            {role}
          </Badge>
        )}
        {profile.has_gold && (
          <Badge tone="accent">
            <Crown aria-hidden />
            {usersText.gold}
          </Badge>
        )}
        <span className={styles.joined}>
          {usersText.joined} <Time value={profile.created_at} />
        </span>
      </div>
    </header>
  );
}

function Bio({ profile }: { profile: Profile }) {
  const user = useUser();
  if (profile.bio) return <Truncate>{profile.bio}</Truncate>;
  const text = user?.id === profile.id ? usersText.noOwnBio : usersText.noBio(profile.username);
  return <p className={styles.muted}>{text}</p>;
}

/** Who somebody is: their bopi, name, standing and words. */
export function ProfileHead({ profile, spirit }: { profile: Profile; spirit: ReactNode }) {
  return (
    <Card flush className={styles.card}>
      <div className={styles.stage}>
        <img
          className={styles.bopi}
          src={profile.bopi.avatar_url}
          width={256}
          height={256}
          alt={usersText.bopiOf(profile.username)}
        />
      </div>
      <div className={styles.words}>
        <Name profile={profile} spirit={spirit} />
        <Bio profile={profile} />
        <dl className={styles.counts}>
          {COUNTS.map(([name, key]) => (
            <div key={name}>
              <dt>{usersText[name]}</dt>
              <dd>
                <Num value={profile[key]} />
              </dd>
            </div>
          ))}
        </dl>
        <LinkButton className={styles.inventory} icon={Backpack} to={`/users/${profile.username}/inventory`}>
          {usersText.inventory}
        </LinkButton>
      </div>
      <Acts profile={profile} />
    </Card>
  );
}
