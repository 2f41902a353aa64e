import { Backpack, Crown, Shield } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Profile } from "#domain/users/api.ts";
import { UserBubble, UserStatus } from "#web/lib/live/presence.tsx";
import { useUser } from "#web/lib/user.ts";
import { usersText } from "#web/text/users.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Num, Time } from "#web/ui/facts.tsx";
import target from "#web/ui/target.module.css";
import { Truncate } from "#web/ui/truncate.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import styles from "./profile.module.css";

const COUNTS = [
  ["levels", "levels_count"],
  ["plays", "levels_sum_plays"],
  ["clears", "clears_count"],
] as const;
/** Those that are pages of their own. */
const PLACES = [
  ["achievements", "user_achievements_count"],
  ["buddies", "buddies_count"],
] as const;

function Name({ profile, spirit }: { profile: Profile; spirit: ReactNode }) {
  const role = usersText.roles[profile.role];
  return (
    <header className={styles.name}>
      <div className={styles.who}>
        <h1 className={styles.username}>
          <UserName user={profile} badge={false} />
        </h1>
        <UserBubble user={profile} />
        <UserStatus user={profile} />
      </div>
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

/** What somebody has, in numbers; some are pages of their own. */
function Counts({ profile }: { profile: Profile }) {
  return (
    <dl className={styles.counts}>
      {COUNTS.map(([name, key]) => (
        <div key={name}>
          <dt>{usersText[name]}</dt>
          <dd>
            <Num value={profile[key]} />
          </dd>
        </div>
      ))}
      {PLACES.map(([name, key]) => (
        <div key={name}>
          <dt>{usersText[name]}</dt>
          <dd>
            <Link className={cx(styles.place, target.target)} to={`/users/${profile.username}/${name}`}>
              <Num value={profile[key]} />
              <span className="sr-only"> {usersText[name]}</span>
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface HeadProps {
  profile: Profile;
  spirit: ReactNode;
  /** What another member can do about them. */
  acts: ReactNode;
  menu: ReactNode;
}

/** Who somebody is: their bopi, name, standing and words. */
export function ProfileHead({ profile, spirit, acts, menu }: HeadProps) {
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
        <Counts profile={profile} />
        <div className={styles.acts}>
          {acts}
          <LinkButton icon={Backpack} to={`/users/${profile.username}/inventory`}>
            {usersText.inventory}
          </LinkButton>
        </div>
      </div>
      {menu && <div className={styles.menu}>{menu}</div>}
    </Card>
  );
}
