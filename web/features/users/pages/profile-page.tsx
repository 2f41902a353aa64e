import { useQuery } from "@tanstack/react-query";
import {
  ArrowRight,
  Blocks,
  Gavel,
  HandCoins,
  House,
  Lock,
  MessageCircle,
  Palette,
  Pencil,
  Plus,
  Shirt,
} from "lucide-react";
import { useId } from "react";
import { Link, Navigate, useParams } from "react-router";
import { isValidParam } from "#domain/api/params.ts";
import { type ShowcaseLevel, showcaseRoute } from "#domain/levels/api.ts";
import { canBan } from "#domain/moderation/rules.ts";
import { type Profile, profileRoute } from "#domain/users/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { JoinButton, WatchButton } from "#web/components/play/join-button.tsx";
import { PlayButton } from "#web/components/play/play-button.tsx";
import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { ProfileBackground } from "#web/components/profile-background.tsx";
import { SpiritRing } from "#web/components/spirit-ring.tsx";
import { blocksText } from "#web/features/blocks/text.ts";
import { BuddyButtons } from "#web/features/buddies/buddy-buttons.tsx";
import { type BuddyPress, useBuddyAction } from "#web/features/buddies/use-buddy-action.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { useBanModal } from "#web/features/reports/bans/ban-modal.tsx";
import { useGrantModal } from "#web/features/transactions/grant-modal.tsx";
import { grantText } from "#web/features/transactions/text/transactions.ts";
import type { Action } from "#web/lib/action.ts";
import { isNotFound } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { Page, Section } from "#web/ui/page.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import tiles from "#web/ui/tile.module.css";
import { type BlockTarget, useUnblock } from "../../blocks/use-block.ts";
import { MissingUser } from "../missing-user.tsx";
import styles from "../profile.module.css";
import { ProfileHeader } from "../profile-header.tsx";
import showcaseStyles from "../showcase.module.css";
import { SpiritProgressPanel } from "../spirit-progress.tsx";
import { usersText } from "../text/users.ts";

function Tile({ level, featured = false }: { level: ShowcaseLevel; featured?: boolean }) {
  return (
    <Link className={cx(tiles.tile, showcaseStyles.tile, featured && showcaseStyles.large)} to={level.url}>
      <img
        src={featured ? level.picture_url : level.thumbnail_url}
        width={640}
        height={360}
        alt={featured ? "" : level.title}
      />
      {featured && (
        <span className={showcaseStyles.title}>
          {level.visibility === "private" && <Lock aria-hidden />}
          <span dir="auto">{level.title}</span>
        </span>
      )}
    </Link>
  );
}

function Showcase({ username, isOwn }: { username: string; isOwn: boolean }) {
  const list = useQuery(queryFor(showcaseRoute, { params: { username } }));
  const [featured, ...others] = list.data?.data ?? [];
  const count = list.data?.count ?? 0;
  const all = `/users/${username}/levels`;
  const hasMore = count > 4;
  return (
    <Section
      heading={usersText.showcase}
      actions={
        count > 0 &&
        !hasMore && (
          <Link className={showcaseStyles.all} to={all}>
            {usersText.allLevels}
            <ArrowRight aria-hidden />
          </Link>
        )
      }
    >
      {list.isPending && (
        <div className={showcaseStyles.grid} aria-busy>
          <div className={showcaseStyles.featured}>
            <Skeleton ratio="16 / 9" />
          </div>
          <Skeleton ratio="16 / 9" />
          <Skeleton ratio="16 / 9" />
          <Skeleton ratio="16 / 9" />
        </div>
      )}
      <QueryError query={list} />
      {featured && (
        <div className={cx(showcaseStyles.grid, others.length === 0 && showcaseStyles.single)}>
          <div className={showcaseStyles.featured}>
            <Tile level={featured} featured />
            <PlayButton level={featured} className={showcaseStyles.play} />
          </div>
          {others.slice(0, 3).map((level) => (
            <Tile key={level.id} level={level} />
          ))}
        </div>
      )}
      {list.data && !featured && (
        <EmptyState
          title={usersText.noLevelsTitle}
          text={isOwn ? usersText.noOwnLevels : usersText.noLevels(username)}
          pose={isOwn ? "sit" : "shrug"}
        >
          {isOwn ? (
            <LinkButton icon={Plus} to="/build/new">
              {usersText.create}
            </LinkButton>
          ) : (
            <LinkButton icon={Blocks} to="/levels">
              {usersText.browse}
            </LinkButton>
          )}
        </EmptyState>
      )}
      {hasMore && (
        <LinkButton className={showcaseStyles.more} to={all}>
          {usersText.viewMore(count)}
        </LinkButton>
      )}
    </Section>
  );
}

const userMenu = lazyPart(() => import("./user-menu.tsx"));

function Message({ profile: { username, can_message, block } }: { profile: Profile }) {
  const id = useId();
  if (can_message) {
    return (
      <LinkButton icon={MessageCircle} to={`/chat?user=${username}`}>
        {usersText.message}
      </LinkButton>
    );
  }
  return (
    <>
      <Button icon={MessageCircle} aria-disabled aria-describedby={id}>
        {usersText.message}
      </Button>
      {/* A banner at the top already shows that they are blocked. */}
      <span id={id} className={block ? "sr-only" : styles.reason}>
        {block ? blocksText.blocked : usersText.noMessages(username)}
      </span>
    </>
  );
}

function ProfileActions({ profile, buddies }: { profile: Profile; buddies: Action<BuddyPress> }) {
  return (
    <>
      {profile.can_join && (
        <>
          <JoinButton person={profile} />
          <WatchButton person={profile} />
        </>
      )}
      {!profile.block && <BuddyButtons person={profile} buddies={buddies} />}
      {(!profile.block || profile.following) && (
        <FollowButton creator={profile} following={profile.following} />
      )}
      <Message profile={profile} />
    </>
  );
}

function OwnProfileActions() {
  return (
    <>
      <LinkButton variant="primary" icon={Shirt} to="/avatar">
        {usersText.dress}
      </LinkButton>
      <LinkButton icon={Pencil} to="/settings/account">
        {usersText.editBio}
      </LinkButton>
      <LinkButton icon={Palette} to="/settings/appearance">
        {usersText.background}
      </LinkButton>
    </>
  );
}

interface ProfileMenuProps {
  profile: Profile;
  onBan: (profile: Profile) => void;
  onGrant: (profile: Profile) => void;
}

function ProfileMenu({ profile, onBan, onGrant }: ProfileMenuProps) {
  const user = useUser();
  const grant = { label: grantText.action, icon: HandCoins, onSelect: () => onGrant(profile) };
  const ban = { label: usersText.ban, icon: Gavel, danger: true, onSelect: () => onBan(profile) };
  const staff = [...(user?.role === "admin" ? [grant] : []), ...(user && canBan(user, profile) ? [ban] : [])];
  return <LazyMenu part={userMenu} variant="solid" props={{ profile, staff }} />;
}

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
  if (!isName || isNotFound(query.error))
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
  // Former usernames redirect to the current one.
  if (profile && profile.username.toLowerCase() !== username.toLowerCase())
    return <Navigate to={profile.url} replace />;
  return (
    <>
      <ProfileBackground theme={profile?.custom_theme}>
        <Page title={profile?.username ?? username} heading={null}>
          {query.isPending && (
            <Card flush className={styles.card} aria-busy>
              <div className={styles.stage} />
              <div className={styles.text}>
                <Skeleton width={220} height={40} />
                <Skeleton width={280} height={30} />
                <SkeletonText lines={3} />
                <Skeleton width={320} height={52} />
              </div>
            </Card>
          )}
          <QueryError query={query} />
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
