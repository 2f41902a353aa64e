import { useQuery } from "@tanstack/react-query";
import { Blocks, House } from "lucide-react";
import { Navigate, useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { profileRoute } from "#domain/users/api.ts";
import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { ProfileBackground } from "#web/components/profile-background.tsx";
import { SpiritRing } from "#web/components/spirit-ring.tsx";
import { useBuddyAction } from "#web/features/buddies/use-buddy-action.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { useBanModal } from "#web/features/reports/bans/ban-modal.tsx";
import { useGrantModal } from "#web/features/transactions/grant-modal.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { Page } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { blocksText } from "../../blocks/text.ts";
import { type BlockTarget, useUnblock } from "../../blocks/use-block.ts";
import { MissingUser } from "../missing-user.tsx";
import styles from "../profile.module.css";
import { ProfileHeader } from "../profile-header.tsx";
import { Showcase } from "../showcase.tsx";
import { SpiritProgressPanel } from "../spirit-progress.tsx";
import { usersText } from "../text/users.ts";
import { OwnProfileActions, ProfileActions, ProfileMenu } from "./profile-actions.tsx";

/** Shown on the profile of a user the viewer has blocked. */
function BlockedNotice({ person }: { person: BlockTarget }) {
  const unblock = useUnblock();
  return (
    <Banner
      tone="notice"
      action={
        <Button size="s" busy={unblock.busy} onClick={() => unblock.run(person)}>
          {blocksText.unblock}
        </Button>
      }
    >
      {blocksText.blocked}
    </Banner>
  );
}

const commentMenu = lazyPart(() => import("#web/features/comments/pages/comment-menu.tsx"));

function MissingProfile() {
  return (
    <MissingUser>
      <LinkButton variant="primary" icon={Blocks} to="/levels">
        {usersText.browse}
      </LinkButton>
      <LinkButton icon={House} to="/">
        {usersText.home}
      </LinkButton>
    </MissingUser>
  );
}

function ProfileSkeleton() {
  return (
    <Card flush className={styles.card} aria-busy>
      <div className={styles.stage} />
      <div className={styles.text}>
        <Skeleton width={220} height={40} />
        <Skeleton width={280} height={30} />
        <SkeletonText lines={3} />
        <Skeleton width={320} height={52} />
      </div>
    </Card>
  );
}

/** A user's page, composed from several features. */
export default function ProfilePage() {
  const { username = "" } = useParams();
  const user = useUser();
  const isName = isValidParam("username", username);
  const query = useQuery({ ...queryFor(profileRoute, { params: { username } }), enabled: isName });
  const ban = useBanModal();
  const grant = useGrantModal();
  const buddies = useBuddyAction();
  const profile = query.data?.user;
  const isOwn = user?.username.toLowerCase() === username.toLowerCase();
  if (!isName || isNotFound(query.error)) return <MissingProfile />;
  // Former usernames redirect to the current one.
  if (profile && profile.username.toLowerCase() !== username.toLowerCase())
    return <Navigate to={profile.url} replace />;
  return (
    <>
      <ProfileBackground theme={profile?.custom_theme}>
        <Page title={profile?.username ?? username} heading={null}>
          {query.isPending && <ProfileSkeleton />}
          {query.isError && !profile && (
            <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
          )}
          {profile?.block && <BlockedNotice person={profile} />}
          {profile && buddies.failure && <Banner onDismiss={buddies.dismiss}>{buddies.failure}</Banner>}
          {profile && (
            <ProfileHeader
              profile={profile}
              spirit={
                <span className={styles.spirit}>
                  <SpiritRing xp={profile.xp} />
                  {usersText.spirit(profile.level)}
                </span>
              }
              actions={
                user &&
                (isOwn ? <OwnProfileActions /> : <ProfileActions profile={profile} buddies={buddies} />)
              }
              menu={user && !isOwn && <ProfileMenu profile={profile} onBan={ban.open} onGrant={grant.open} />}
            />
          )}
          {profile && isOwn && (
            <Card>
              <SpiritProgressPanel xp={user.xp} hasGold={profile.has_gold} />
            </Card>
          )}
          {(profile || query.isPending) && <Showcase username={username} isOwn={isOwn} key={username} />}
          {profile && (
            <CommentsSection
              type="user"
              id={profile.id}
              menu={(comment, actions) => <LazyMenu part={commentMenu} props={{ comment, ...actions }} />}
              key={profile.id}
            />
          )}
        </Page>
      </ProfileBackground>
      {ban.modal}
      {grant.modal}
    </>
  );
}
