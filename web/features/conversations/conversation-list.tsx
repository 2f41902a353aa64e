import { MessagesSquare } from "lucide-react";
import { type Listed, listOf } from "#domain/conversations/reduce.ts";
import { type ChatView, writeChatView } from "#domain/conversations/view.ts";
import { useNow } from "#web/lib/now.ts";
import { chatText } from "#web/text/conversations.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { emoticonUrl, splitEmoticons } from "#web/ui/emoticons.ts";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./chat.module.css";
import type { Chat } from "./chat-store.ts";
import { PersonRow, PersonRowSkeletons } from "./conversation-row.tsx";
import { shortTime } from "./dates.ts";
import { useTyping } from "./typing.ts";
import { useChatState, useConversations } from "./use-chat.ts";

/** The beginning of what was said last, in one line. */
const Preview = ({ text }: { text: string }) =>
  splitEmoticons(text).map((piece) =>
    "emoticon" in piece ? (
      <img
        key={piece.at}
        src={emoticonUrl(piece.emoticon)}
        width={18}
        height={18}
        alt={`:${piece.emoticon}:`}
      />
    ) : (
      piece.text
    ),
  );

interface RowProps {
  listed: Listed;
  chat: Chat;
  view: ChatView;
  /** Being read: what is new there is seen this moment. */
  reading: boolean;
}

function ConversationRow({ listed: { user, talk, latest }, chat, view, reading }: RowProps) {
  const now = useNow();
  const isTyping = useTyping(user.id) && chat.as === null;
  const said = latest.deleted ? chatText.removed : latest.body;
  const preview = <Preview text={latest.sender_id === chat.me ? chatText.you(said) : said} />;
  return (
    <PersonRow
      user={user}
      to={writeChatView({ as: view.as, with: user.id, message: view.as ? view.message : null })}
      open={view.with === user.id}
      block={talk.block}
      when={<time dateTime={latest.created_at}>{shortTime(latest.created_at, now)}</time>}
      line={isTyping ? <em>{chatText.typingShort}</em> : preview}
      unread={reading ? 0 : talk.unread}
    />
  );
}

export interface ConversationListProps {
  chat: Chat;
  view: ChatView;
  /** Whose conversation is open and read to its end. */
  reading: number | null;
}

/** All conversations, the one with the newest message first. */
export function ConversationList({ chat, view, reading }: ConversationListProps) {
  const list = useConversations(chat);
  const conversations = listOf(useChatState(chat));
  const isAnswered = list.data !== undefined;
  if (conversations.length === 0) {
    if (list.isError && !isAnswered)
      return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
    if (!isAnswered) return <PersonRowSkeletons label={chatText.loading} />;
    if (chat.as !== null) return <EmptyState icon={MessagesSquare} title={chatText.noneOfTheirs} />;
    return (
      <EmptyState icon={MessagesSquare} title={chatText.none}>
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
          <ConversationRow
            key={listed.user.id}
            listed={listed}
            chat={chat}
            view={view}
            reading={reading === listed.user.id}
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
