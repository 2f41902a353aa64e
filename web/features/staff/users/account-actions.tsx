import {
  Gavel,
  HandCoins,
  MessageSquareWarning,
  MessagesSquare,
  ScrollText,
  ShieldUser,
  UserRound,
  UserRoundPen,
} from "lucide-react";
import { useState } from "react";
import type { StaffAccount } from "#domain/staff/api.ts";
import { auditUrl } from "#domain/staff/view.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { staffUsersText as text } from "../text/staff-users.ts";
import styles from "./users.module.css";

const renameForm = lazyPart(() => import("./rename-form.tsx"));
const roleForm = lazyPart(() => import("./role-form.tsx"));
const warnForm = lazyPart(() => import("./warn-form.tsx"));

export interface AccountActionsProps {
  account: StaffAccount;
  /** Open other features' modals. `onGrant` is null for moderators: only admins can grant. */
  onBan: (person: { username: string }) => void;
  onGrant: ((person: { username: string }) => void) | null;
  /** Called with the new name. Null for moderators: only admins can rename. */
  onRenamed: ((username: string) => void) | null;
  /** Called after a change to the account. */
  onChanged: () => void;
}

/** The actions on an account, and links to its other pages. */
export function AccountActions({ account, onBan, onGrant, onRenamed, onChanged }: AccountActionsProps) {
  const [warning, setWarning] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const [changingRole, setChangingRole] = useState(false);
  const { user, can_punish, can_become, can_view_chat, banned } = account;
  const { username } = user;
  return (
    <div className={styles.actions}>
      {can_punish && (
        <>
          <Button icon={MessageSquareWarning} onClick={() => setWarning(true)}>
            {text.warn}
          </Button>
          <Button icon={Gavel} variant={banned ? "plain" : "danger"} onClick={() => onBan(user)}>
            {banned ? text.changeBan : text.ban}
          </Button>
        </>
      )}
      {onGrant && (
        <Button icon={HandCoins} onClick={() => onGrant(user)}>
          {text.grant}
        </Button>
      )}
      {onRenamed && (
        <Button icon={UserRoundPen} onClick={() => setRenaming(true)}>
          {text.rename}
        </Button>
      )}
      {can_become.length > 0 && (
        <Button icon={ShieldUser} onClick={() => setChangingRole(true)}>
          {text.changeRole}
        </Button>
      )}
      {can_view_chat && (
        <LinkButton icon={MessagesSquare} to={`/chat?as=${user.id}`}>
          {text.chat}
        </LinkButton>
      )}
      <LinkButton icon={ScrollText} to={auditUrl(username)}>
        {text.log}
      </LinkButton>
      <LinkButton icon={UserRound} to={user.url}>
        {text.profile}
      </LinkButton>
      {onRenamed && renaming && (
        <OnDemand
          part={renameForm}
          props={{ username, onClose: () => setRenaming(false), onDone: onRenamed }}
        />
      )}
      {changingRole && (
        <OnDemand
          part={roleForm}
          props={{ member: account, onClose: () => setChangingRole(false), onDone: onChanged }}
        />
      )}
      {warning && (
        <OnDemand part={warnForm} props={{ username, onClose: () => setWarning(false), onDone: onChanged }} />
      )}
    </div>
  );
}
