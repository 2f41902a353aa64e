import { Users } from "lucide-react";
import { Link } from "react-router";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { JoinButton } from "#web/components/play/join-button.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./home.module.css";
import { memberHomeText } from "./text/member-home.ts";

const SKELETON_KEYS = ["a", "b", "c", "d"];

function Buddy({ buddy }: { buddy: PresentUserCard }) {
  const { url } = buddy;
  return (
    <li className={styles.buddy}>
      <WithBubble bubble={<LivePresenceBubble user={buddy} />}>
        <Headshot user={buddy} size={72} decorative />
      </WithBubble>
      <Link className={styles.buddyName} to={url}>
        <UserName user={buddy} />
      </Link>
      <span className={styles.buddyLine}>
        <LivePresenceText user={buddy} fallback={memberHomeText.away} />
      </span>
      <JoinButton person={buddy} size="s" className={styles.buddyJoin} />
    </li>
  );
}

/** The member's buddies who are online. */
export function BuddiesRow({
  username,
  buddies,
}: {
  username: string;
  /** Undefined while they load. */
  buddies: readonly PresentUserCard[] | undefined;
}) {
  return (
    <Section
      heading={memberHomeText.buddies}
      actions={<MoreLink to={`/users/${username}/buddies`} label={memberHomeText.allBuddies} />}
    >
      {buddies?.length === 0 ? (
        <div className={styles.noBuddies}>
          <p>{memberHomeText.noBuddies}</p>
          <LinkButton size="s" icon={Users} to="/users">
            {memberHomeText.findBuddies}
          </LinkButton>
        </div>
      ) : (
        <ul className={styles.buddies} aria-busy={!buddies}>
          {buddies
            ? buddies.map((buddy) => <Buddy key={buddy.id} buddy={buddy} />)
            : SKELETON_KEYS.map((key) => (
                <li key={key} className={styles.buddy}>
                  <Skeleton width={72} height={72} />
                  <Skeleton width={64} />
                </li>
              ))}
        </ul>
      )}
    </Section>
  );
}
