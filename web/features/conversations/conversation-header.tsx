import { ArrowLeft, Ban, Ellipsis, UserCheck, UserRound } from "lucide-react";
import { Link } from "react-router";
import { type ChatView, writeChatView } from "#domain/conversations/view.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import styles from "./messages.module.css";
import { chatText } from "./text.ts";

interface ChatPartner {
  id: number;
  username: string;
}

export interface ConversationHeaderProps {
  view: ChatView;
  other: PresentUserCard | null;
  block: boolean;
  onBlock: (person: ChatPartner) => void;
  onUnblock: (person: ChatPartner) => void;
}

export function ConversationHeader({ view, other, block, onBlock, onUnblock }: ConversationHeaderProps) {
  const label = chatText.menu(other?.username ?? "");
  return (
    <header className={styles.header}>
      <span className={styles.back}>
        <IconLink
          icon={ArrowLeft}
          label={chatText.back}
          to={writeChatView({ as: view.as, message: view.as ? view.message : null })}
        />
      </span>
      {other ? (
        <>
          <WithBubble bubble={<LivePresenceBubble user={other} />}>
            <Headshot user={other} size={40} decorative />
          </WithBubble>
          <div className={styles.partner}>
            <h2>
              <Link to={other.url}>
                <UserName user={other} />
              </Link>
            </h2>
            <p>
              <LivePresenceText user={other} fallback={chatText.level(other.level)} />
            </p>
          </div>
          {view.as === null && (
            <Menu
              label={label}
              groups={[
                {
                  id: "actions",
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
          <div className={styles.partner}>
            <Skeleton width={140} height={18} />
          </div>
        </>
      )}
    </header>
  );
}
