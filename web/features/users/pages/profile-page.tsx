import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { SpiritRing } from "#web/components/spirit-ring.tsx";
import { BlockedNotice } from "#web/features/blocks/blocked-notice.tsx";
import { useBuddyAction } from "#web/features/buddies/use-buddy-action.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { useBanModal } from "#web/features/reports/bans/ban-modal.tsx";
import { useGrantModal } from "#web/features/transactions/grant-modal.tsx";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { ProfileScreen } from "../profile-screen.tsx";
import { SpiritProgressPanel } from "../spirit-progress.tsx";
import { usersText } from "../text/users.ts";
import { OwnProfileActions, ProfileActions, ProfileMenu } from "./profile-actions.tsx";
import styles from "./profile-page.module.css";

const commentMenu = lazyPart(() => import("#web/features/comments/pages/comment-menu.tsx"));

/** A user's page, composed from several features. */
export default function ProfilePage() {
  const user = useUser();
  const ban = useBanModal();
  const grant = useGrantModal();
  const buddies = useBuddyAction();
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
            <SpiritProgressPanel xp={user?.xp ?? xp} hasGold={has_gold} />
          </Card>
        )}
        notice={(profile) => (
          <>
            {profile.block && <BlockedNotice person={profile} />}
            {buddies.failure && <Banner onDismiss={buddies.dismiss}>{buddies.failure}</Banner>}
          </>
        )}
        actions={(profile) =>
          profile.id === user?.id ? (
            <OwnProfileActions />
          ) : (
            <ProfileActions profile={profile} buddies={buddies} />
          )
        }
        menu={(profile) => <ProfileMenu profile={profile} onBan={ban.open} onGrant={grant.open} />}
        comments={({ id }) => (
          <CommentsSection
            type="user"
            id={id}
            menu={(comment, actions) => <LazyMenu part={commentMenu} props={{ comment, ...actions }} />}
            key={id}
          />
        )}
      />
      {ban.modal}
      {grant.modal}
    </>
  );
}
