import { BlockedNotice } from "#web/features/blocks/blocked-notice.tsx";
import { useBuddyAct } from "#web/features/buddies/buddy-act.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { useBanWindow } from "#web/features/moderation/ban-modal.tsx";
import { useGrantWindow } from "#web/features/transactions/grant-modal.tsx";
import { ProfileScreen } from "#web/features/users/profile-screen.tsx";
import { SpiritProgress } from "#web/features/users/spirit-progress.tsx";
import { useUser } from "#web/lib/user.ts";
import { usersText } from "#web/text/users.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { latePart } from "#web/ui/on-demand.tsx";
import { LateMenu } from "../popover/late-menu.tsx";
import { SpiritRing } from "../shell/spirit-ring.tsx";
import { ProfileActs, ProfileMenu } from "./profile-acts.tsx";
import styles from "./profile-page.module.css";

const commentMenu = latePart(() => import("../popover/comment-menu.tsx"));

/** A user's page, composed of what several features know about them. */
export default function ProfilePage() {
  const user = useUser();
  const ban = useBanWindow();
  const grant = useGrantWindow();
  const buddies = useBuddyAct();
  return (
    <>
      <ProfileScreen
        spirit={({ xp, level }) => (
          <span className={styles.spirit}>
            <SpiritRing xp={xp} />
            {usersText.spirit(level)}
          </span>
        )}
        progress={({ xp, has_gold }) => (
          <Card>
            <SpiritProgress xp={user?.xp ?? xp} hasGold={has_gold} />
          </Card>
        )}
        notice={(profile) => (
          <>
            {profile.block && <BlockedNotice person={profile} />}
            {buddies.error && <Banner onDismiss={buddies.reset}>{buddies.error.message}</Banner>}
          </>
        )}
        acts={(profile) => <ProfileActs profile={profile} buddies={buddies} />}
        menu={(profile) => <ProfileMenu profile={profile} onBan={ban.ask} onGrant={grant.ask} />}
        comments={({ id }) => (
          <CommentsSection
            type="user"
            id={id}
            menu={(comment, acts) => <LateMenu part={commentMenu} props={{ comment, ...acts }} />}
            key={id}
          />
        )}
      />
      {ban.window}
      {grant.window}
    </>
  );
}
