import {
  Gavel,
  HandCoins,
  MessageSquareWarning,
  MessagesSquare,
  ScrollText,
  UserRound,
  UserRoundPen,
} from "lucide-react";
import { useState } from "react";
import type { Account } from "#domain/staff/api.ts";
import { auditOf } from "#domain/staff/view.ts";
import { staffUsersText as text } from "#web/text/staff-users.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";
import styles from "./users.module.css";

const renameForm = latePart(() => import("./rename-form.tsx"));
const warnForm = latePart(() => import("./warn-form.tsx"));

export interface AccountActsProps {
  account: Account;
  /** Opens the windows that belong to other features; grants are for admins. */
  onBan: (person: { username: string }) => void;
  onGrant: ((person: { username: string }) => void) | null;
  /** Goes on with the account under its new name; renaming is for admins. */
  onRenamed: ((username: string) => void) | null;
  /** What is shown of them has changed. */
  onChanged: () => void;
}

/** What can be done about somebody, and where else they are to be looked at. */
export function AccountActs({ account, onBan, onGrant, onRenamed, onChanged }: AccountActsProps) {
  const [warning, setWarning] = useState(false);
  const [renaming, setRenaming] = useState(false);
  const { user, can_punish, can_view_chat, banned } = account;
  const { username } = user;
  return (
    <div className={styles.acts}>
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
      {can_view_chat && (
        <LinkButton icon={MessagesSquare} to={`/chat?as=${user.id}`}>
          {text.chat}
        </LinkButton>
      )}
      <LinkButton icon={ScrollText} to={auditOf(username)}>
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
      {warning && (
        <OnDemand part={warnForm} props={{ username, onClose: () => setWarning(false), onDone: onChanged }} />
      )}
    </div>
  );
}
