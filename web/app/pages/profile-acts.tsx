import { Ban, Ellipsis, Flag, Gavel, HandCoins, MessageCircle } from "lucide-react";
import { useId } from "react";
import { canBan } from "#domain/moderation/rules.ts";
import type { Profile } from "#domain/users/api.ts";
import { useUnblock } from "#web/features/blocks/block-act.ts";
import type { BuddyActing } from "#web/features/buddies/buddy-act.ts";
import { BuddyButtons } from "#web/features/buddies/buddy-buttons.tsx";
import { JoinButton } from "#web/features/play/join-button.tsx";
import { useUser } from "#web/lib/user.ts";
import { blocksText } from "#web/text/blocks.ts";
import { grantText } from "#web/text/transactions.ts";
import { usersText } from "#web/text/users.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Menu, type MenuGroup } from "#web/ui/menu.tsx";
import styles from "./profile-page.module.css";

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
  onBlock: (profile: Profile) => void;
  onBan: (profile: Profile) => void;
  onGrant: (profile: Profile) => void;
}

/** What a member can do against somebody else. */
export function ProfileMenu({ profile, onBlock, onBan, onGrant }: MenuProps) {
  const user = useUser();
  const unblock = useUnblock();
  const { username, block } = profile;
  const blocking = block
    ? { label: blocksText.unblockUser, icon: Ban, onSelect: () => unblock.mutate(profile) }
    : { label: blocksText.blockUser, icon: Ban, danger: true, onSelect: () => onBlock(profile) };
  const report = { label: usersText.report, icon: Flag, to: `/report/user/${username}` };
  const grant = { label: grantText.act, icon: HandCoins, onSelect: () => onGrant(profile) };
  const ban = { label: usersText.ban, icon: Gavel, danger: true, onSelect: () => onBan(profile) };
  const staff = [...(user?.role === "admin" ? [grant] : []), ...(user && canBan(user, profile) ? [ban] : [])];
  const groups: MenuGroup[] = [{ id: "acts", items: [report, blocking] }];
  if (staff.length) groups.push({ id: "staff", items: staff });
  return (
    <Menu
      label={usersText.more}
      groups={groups}
      trigger={(props) => <IconButton {...props} icon={Ellipsis} label={usersText.more} variant="solid" />}
    />
  );
}
