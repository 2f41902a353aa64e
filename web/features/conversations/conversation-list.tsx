import { type ConversationRow, conversationRows } from "#domain/conversations/reduce-chat.ts";
import { type ChatView, writeChatView } from "#domain/conversations/view.ts";
import { emoticonUrl, splitEmoticons } from "#web/components/emoticons.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { shortTime } from "#web/lib/format-day.ts";
import { useNow } from "#web/lib/now.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./chat.module.css";
import type { Chat } from "./chat.ts";
import { PartnerRow, PartnerRowSkeletons } from "./partner-row.tsx";
import { chatText } from "./text.ts";
import { useTyping } from "./typing.ts";
import { useChatState, useConversations } from "./use-chat.ts";

/** The last message on one line, with emoticons. */
const Preview = ({ text }: { text: string }) =>
  splitEmoticons(text).map((segment) =>
    "emoticon" in segment ? (
      <img
        key={segment.at}
        src={emoticonUrl(segment.emoticon)}
        width={18}
        height={18}
        alt={`:${segment.emoticon}:`}
      />
    ) : (
      segment.text
    ),
  );

interface ConversationItemProps {
  row: ConversationRow;
  chat: Chat;
  view: ChatView;
  /** The user is reading it, so it shows no unread messages. */
  isRead: boolean;
}

function ConversationItem({
  row: { user, conversation, latest },
  chat,
  view,
  isRead,
}: ConversationItemProps) {
  const now = useNow();
  const isTyping = useTyping(user.id) && chat.viewAs === null;
  const lastMessage = latest.deleted ? chatText.removed : latest.body;
  const { owner } = useChatState(chat);
  const isOwn = latest.sender_id === chat.me;
  const named = owner ? chatText.lastMessage(owner.username, lastMessage) : chatText.you(lastMessage);
  const preview = <Preview text={isOwn ? named : lastMessage} />;
  return (
    <PartnerRow
      user={user}
      to={writeChatView({ as: view.as, with: user.id, message: view.as ? view.message : null })}
      open={view.with === user.id}
      block={conversation.block}
      time={<time dateTime={latest.created_at}>{shortTime(latest.created_at, now)}</time>}
      line={isTyping ? <em>{chatText.typingShort}</em> : preview}
      unread={isRead ? 0 : conversation.unread}
    />
  );
}

export interface ConversationListProps {
  chat: Chat;
  view: ChatView;
  /** The user whose conversation is open and scrolled to its end. */
  readUserId: number | null;
}

/** All conversations, newest message first. */
export function ConversationList({ chat, view, readUserId }: ConversationListProps) {
  const list = useConversations(chat);
  const conversations = conversationRows(useChatState(chat));
  const isLoaded = list.data !== undefined;
  if (conversations.length === 0) {
    if (list.isError && !isLoaded)
      return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
    if (!isLoaded) return <PartnerRowSkeletons label={chatText.loading} />;
    if (chat.viewAs !== null)
      return (
        <EmptyState
          title={chatText.noneOfTheirs}
          art={<PosedBopi pose="shrug" />}
          noAction="Staff only read conversations"
        />
      );
    return (
      <EmptyState title={chatText.none} art={<PosedBopi pose="wave" />}>
        <LinkButton variant="primary" to={writeChatView({ tab: "search" })}>
          {chatText.search}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.people}>
        {conversations.map((listed) => (
          <ConversationItem
            key={listed.user.id}
            row={listed}
            chat={chat}
            view={view}
            isRead={readUserId === listed.user.id}
          />
        ))}
      </ul>
      {list.isError && <Banner>{list.error.message}</Banner>}
      {list.hasNextPage && (
        <Button className={styles.more} busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          {chatText.showMore}
        </Button>
      )}
    </>
  );
}
