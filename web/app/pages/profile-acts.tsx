import { Gavel, HandCoins, MessageCircle } from "lucide-react";
import { useId } from "react";
import { canBan } from "#domain/moderation/rules.ts";
import type { Profile } from "#domain/users/api.ts";
import type { BuddyActing } from "#web/features/buddies/buddy-act.ts";
import { BuddyButtons } from "#web/features/buddies/buddy-buttons.tsx";
import { JoinButton } from "#web/features/play/join-button.tsx";
import { useUser } from "#web/lib/user.ts";
import { blocksText } from "#web/text/blocks.ts";
import { grantText } from "#web/text/transactions.ts";
import { usersText } from "#web/text/users.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { latePart } from "#web/ui/on-demand.tsx";
import { LateMenu } from "../popover/late-menu.tsx";
import styles from "./profile-page.module.css";

const userMenu = latePart(() => import("../popover/user-menu.tsx"));

/** The way to the chat with somebody; where they take no messages, it says why. */
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
      {/* That they are blocked stands above it all. */}
      <span id={id} className={block ? "sr-only" : styles.reason}>
        {block ? blocksText.blocked : usersText.noMessages(username)}
      </span>
    </>
  );
}

/** What a member can do with somebody else, on their page. */
export function ProfileActs({ profile, buddies }: { profile: Profile; buddies: BuddyActing }) {
  return (
    <>
      {profile.can_join && <JoinButton person={profile} />}
      {!profile.block && <BuddyButtons person={profile} acting={buddies} />}
      <Message profile={profile} />
    </>
  );
}

interface MenuProps {
  profile: Profile;
  onBan: (profile: Profile) => void;
  onGrant: (profile: Profile) => void;
}

/** What a member can do against somebody else. */
export function ProfileMenu({ profile, onBan, onGrant }: MenuProps) {
  const user = useUser();
  const grant = { label: grantText.act, icon: HandCoins, onSelect: () => onGrant(profile) };
  const ban = { label: usersText.ban, icon: Gavel, danger: true, onSelect: () => onBan(profile) };
  const staff = [...(user?.role === "admin" ? [grant] : []), ...(user && canBan(user, profile) ? [ban] : [])];
  return <LateMenu part={userMenu} variant="solid" props={{ profile, staff }} />;
}
