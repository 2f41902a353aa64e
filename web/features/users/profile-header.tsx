import { Backpack, Crown, Shield, Trophy, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { Profile } from "#domain/users/api.ts";
import { Fact } from "#web/components/fact.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { useBopi } from "#web/lib/pictures.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import styles from "./profile.module.css";
import { usersText } from "./text/users.ts";

const COUNTS = [
  ["levels", "levels_count"],
  ["plays", "levels_sum_plays"],
  ["clears", "clears_count"],
  ["achievements", "user_achievements_count"],
  ["buddies", "buddies_count"],
  ["followers", "followers_count"],
] as const;

function Name({ profile, spirit }: { profile: Profile; spirit: ReactNode }) {
  const role = usersText.roles[profile.role];
  return (
    <header className={styles.name}>
      <div className={styles.identity}>
        <h1 className={styles.username}>
          <UserName user={profile} badge={false} />
        </h1>
        <LivePresenceBubble user={profile} />
        <LivePresenceText user={profile} />
      </div>
      <div className={styles.badges}>
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
          {usersText.joined} <RelativeTime value={profile.created_at} />
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

interface ProfileHeaderProps {
  profile: Profile;
  spirit: ReactNode;
  actions: ReactNode;
  menu: ReactNode;
}

export function ProfileHeader({ profile, spirit, actions, menu }: ProfileHeaderProps) {
  return (
    <Card flush className={styles.card}>
      <div className={styles.stage}>
        <img
          className={styles.bopi}
          src={useBopi(profile).avatar_url}
          width={256}
          height={256}
          alt={usersText.bopiOf(profile.username)}
        />
      </div>
      <div className={styles.text}>
        <Name profile={profile} spirit={spirit} />
        <Bio profile={profile} />
        <dl className={styles.counts}>
          {COUNTS.map(([name, key]) => (
            <Fact key={name} name={usersText[name]}>
              {name === "followers" || name === "buddies" ? (
                <TextLink
                  to={`${profile.url}/${name}`}
                  aria-label={usersText.countOf(profile[key], name)}
                  standalone
                  plain
                >
                  <CompactNumber value={profile[key]} />
                </TextLink>
              ) : (
                <CompactNumber value={profile[key]} />
              )}
            </Fact>
          ))}
        </dl>
        <div className={styles.actions}>
          {actions}

          <LinkButton icon={Backpack} to={`/users/${profile.username}/inventory`}>
            {usersText.inventory}
          </LinkButton>
          <LinkButton icon={Trophy} to={`/users/${profile.username}/achievements`}>
            {usersText.achievements}
          </LinkButton>
          <LinkButton icon={Users} to={`/users/${profile.username}/buddies`}>
            {usersText.allBuddies}
          </LinkButton>

          <ShareButton title={profile.username} path={profile.url} iconOnly />
        </div>
      </div>
      {menu && <div className={styles.menu}>{menu}</div>}
    </Card>
  );
}
