import { ArrowLeft, Ban, Ellipsis, UserCheck, UserRound } from "lucide-react";
import { Link } from "react-router";
import { type ChatView, writeChatView } from "#domain/conversations/view.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { UserBubble, UserStatus } from "#web/lib/live/presence.tsx";
import { chatText } from "#web/text/conversations.ts";
import { Headshot } from "#web/ui/headshot.tsx";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { WithBubble } from "#web/ui/presence-bubble.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import styles from "./messages.module.css";

interface Person {
  id: number;
  username: string;
}

export interface ThreadHeadProps {
  view: ChatView;
  other: PresentUserCard | null;
  block: boolean;
  onBlock: (person: Person) => void;
  onUnblock: (person: Person) => void;
}

/** With whom one speaks, where they are, and what can be done about them. */
export function ThreadHead({ view, other, block, onBlock, onUnblock }: ThreadHeadProps) {
  const label = chatText.menu(other?.username ?? "");
  return (
    <header className={styles.top}>
      <span className={styles.back}>
        <IconLink
          icon={ArrowLeft}
          label={chatText.back}
          to={writeChatView({ as: view.as, message: view.as ? view.message : null })}
        />
      </span>
      {other ? (
        <>
          <WithBubble bubble={<UserBubble user={other} />}>
            <Headshot src={other.bopi.headshot_url} username={other.username} size={40} decorative />
          </WithBubble>
          <div className={styles.who}>
            <h2>
              <Link to={other.url}>
                <UserName user={other} />
              </Link>
            </h2>
            <p>
              <UserStatus user={other} otherwise={chatText.level(other.level)} />
            </p>
          </div>
          {view.as === null && (
            <Menu
              label={label}
              groups={[
                {
                  id: "acts",
                  items: [
                    { label: chatText.profile, icon: UserRound, to: other.url },
                    block
                      ? { label: chatText.unblock, icon: UserCheck, onSelect: () => onUnblock(other) }
                      : { label: chatText.block, icon: Ban, danger: true, onSelect: () => onBlock(other) },
                  ],
                },
              ]}
              trigger={(props) => <IconButton {...props} icon={Ellipsis} label={label} />}
            />
          )}
        </>
      ) : (
        <>
          <Skeleton width={40} height={40} />
          <div className={styles.who}>
            <Skeleton width={140} height={18} />
          </div>
        </>
      )}
    </header>
  );
}
