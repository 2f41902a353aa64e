import { Gavel, HandCoins, MessageCircle, Palette, Pencil, Shirt } from "lucide-react";
import { useId } from "react";
import { canBan } from "#domain/moderation/rules.ts";
import type { Profile } from "#domain/users/api.ts";
import { JoinButton, WatchButton } from "#web/components/play/join-button.tsx";
import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { blocksText } from "#web/features/blocks/text.ts";
import { BuddyButtons } from "#web/features/buddies/buddy-buttons.tsx";
import type { BuddyPress } from "#web/features/buddies/use-buddy-action.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { grantText } from "#web/features/transactions/text/transactions.ts";
import type { Action } from "#web/lib/action.ts";
import { useUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import styles from "../profile.module.css";
import { usersText } from "../text/users.ts";

const userMenu = lazyPart(() => import("./user-menu.tsx"));

/** A link to the chat with a user, or why they can't be messaged. */
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

/** The buttons on another user's profile: join, buddy, message. */
export function ProfileActions({ profile, buddies }: { profile: Profile; buddies: Action<BuddyPress> }) {
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

/** The buttons on the user's own profile. */
export function OwnProfileActions() {
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

/** The menu on another user's profile: report, block, and staff actions. */
export function ProfileMenu({ profile, onBan, onGrant }: ProfileMenuProps) {
  const user = useUser();
  const grant = { label: grantText.action, icon: HandCoins, onSelect: () => onGrant(profile) };
  const ban = { label: usersText.ban, icon: Gavel, danger: true, onSelect: () => onBan(profile) };
  const staff = [...(user?.role === "admin" ? [grant] : []), ...(user && canBan(user, profile) ? [ban] : [])];
  return <LazyMenu part={userMenu} variant="solid" props={{ profile, staff }} />;
}
