import { ArrowDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SessionUser } from "#domain/auth/api.ts";
import { messageId, pairName } from "#domain/conversations/ids.ts";
import { draftsOf, latestOf, numberOf, type Talk } from "#domain/conversations/reduce.ts";
import type { ChatView } from "#domain/conversations/view.ts";
import { onLive } from "#web/lib/live/bus.ts";
import { chatText } from "#web/text/conversations.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { type Chat, OwnChat } from "./chat-store.ts";
import { Composer } from "./composer.tsx";
import { MessageList, MessageSkeletons } from "./message-list.tsx";
import styles from "./messages.module.css";
import { ScrubWindow } from "./scrub-window.tsx";
import { ThreadHead, type ThreadHeadProps } from "./thread-head.tsx";
import { useTyping } from "./typing.ts";
import { useChatState, useMessages, useOlder } from "./use-chat.ts";
import { useReading } from "./use-reading.ts";
import { useScroll } from "./use-scroll.ts";

/** What came in while the page is open, for those who listen to it. */
function Heard({ userId, username }: { userId: number; username: string }) {
  const [said, setSaid] = useState("");
  useEffect(
    () =>
      onLive((event) => {
        if (event.event !== "NewMessage" || event.user_id !== userId) return;
        if (event.message.sender_id === userId) setSaid(chatText.said(username, event.message.body));
      }),
    [userId, username],
  );
  return (
    <p className="sr-only" aria-live="polite">
      {said}
    </p>
  );
}

function Typing({ userId, username }: { userId: number; username: string }) {
  const isTyping = useTyping(userId);
  return (
    <p className={styles.typing} role="status">
      {isTyping && (
        <>
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {chatText.typing(username)}
        </>
      )}
    </p>
  );
}

/** Whether the reported message was said here, and not in another conversation of the one who is looked at. */
const isOfTalk = (id: string, chat: Chat, userId: number): boolean =>
  chat.as !== null && id === messageId(pairName(chat.as, userId), numberOf(id));

/** Why nothing can be written; null where something can. */
function whyOff(talk: Talk | undefined, chat: Chat, view: ChatView): string | null {
  if (chat.as !== null) return chatText.readOnly;
  if (view.tab === "search") return chatText.searching;
  if (!talk?.span) return chatText.notYet;
  if (talk.block) return chatText.blocked;
  return talk.canSend ? null : chatText.refused;
}

export interface ThreadProps extends Pick<ThreadHeadProps, "onBlock" | "onUnblock"> {
  chat: Chat;
  view: ChatView;
  userId: number;
  user: SessionUser;
  /** Hears whether the end is in sight. */
  onReading: (reading: boolean) => void;
}

/** An open conversation. */
export function Thread({ chat, view, userId, user, onReading, ...acts }: ThreadProps) {
  const state = useChatState(chat);
  const { talk, query } = useMessages(chat, userId);
  const older = useOlder(chat, userId);
  const box = useRef<HTMLDivElement>(null);
  const scroll = useScroll(box, () => void older.load());
  const [scrubbed, setScrubbed] = useState<string | null>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const own = chat instanceof OwnChat ? chat : null;
  const other = talk?.user ?? null;
  const { atEnd } = scroll;
  useReading(chat, userId, talk, atEnd);
  const isReading = atEnd && talk?.span !== null && talk?.span !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page hears it when it changes
  useEffect(() => onReading(isReading), [isReading]);

  /** Loads what lies between here and the reported message, and shows it. */
  const jump = async (id: string) => {
    const number = numberOf(id);
    while ((chat.state.get().talks[userId]?.span?.from ?? 0) > number) if (!(await older.load())) break;
    setMarked(id);
    // Once it is drawn.
    requestAnimationFrame(() => {
      if (!scroll.toRow(id)) toast(chatText.notFound, { tone: "bad" });
    });
  };

  if (query.isError && !talk?.span)
    return (
      <div className={styles.thread}>
        <ThreadHead view={view} other={other} block={false} {...acts} />
        <ErrorState error={query.error} onRetry={() => query.refetch()} busy={query.isFetching} />
      </div>
    );

  const drafts = draftsOf(state, userId);
  const refused = drafts.findLast(({ error }) => error !== null);
  const isEmpty = talk?.span && !latestOf(talk) && drafts.length === 0;
  const isLoaded = talk?.span && other;
  const { message } = view;
  const off = whyOff(talk, chat, view);
  return (
    <section
      className={styles.thread}
      aria-label={other ? chatText.with(other.username) : chatText.loadingMessages}
    >
      <ThreadHead view={view} other={other} block={talk?.block ?? false} {...acts} />
      {message && isLoaded && isOfTalk(message, chat, userId) && (
        <div className={styles.notice}>
          <Button size="s" onClick={() => void jump(message)}>
            {chatText.jump}
          </Button>
        </div>
      )}
      <div className={styles.holder}>
        <section
          className={styles.box}
          ref={box}
          onScroll={scroll.onScroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={chatText.box}
        >
          <div className={styles.inner}>
            {older.error && <Banner>{older.error.message}</Banner>}
            {isLoaded && talk.hasOlder && (
              <Button
                className={styles.older}
                size="s"
                variant="quiet"
                busy={older.busy}
                onClick={() => void older.load()}
              >
                {chatText.older}
              </Button>
            )}
            {!isLoaded && <MessageSkeletons />}
            {isEmpty && other && (
              <EmptyState
                title={chatText.first(other.username)}
                text={off === null ? chatText.firstText : undefined}
                art={
                  <Headshot src={other.bopi.headshot_url} username={other.username} size={96} decorative />
                }
              />
            )}
            {isLoaded && !isEmpty && (
              <MessageList
                chat={chat}
                own={own}
                state={state}
                talk={talk}
                other={other}
                me={chat.as === null ? user : (state.owner ?? user)}
                marked={marked}
                onScrub={own === null || user.role === "admin" ? setScrubbed : null}
              />
            )}
          </div>
        </section>
        {!atEnd && (
          <IconButton
            variant="solid"
            className={styles.down}
            icon={ArrowDown}
            label={chatText.newest}
            count={talk?.unread}
            onClick={scroll.toEnd}
          />
        )}
      </div>
      {other && chat.as === null && (
        <>
          <Typing userId={userId} username={other.username} />
          <Heard userId={userId} username={other.username} />
        </>
      )}
      <Composer
        userId={userId}
        username={other?.username ?? ""}
        off={off}
        refusal={refused ? refused.error || chatText.error : null}
        onSend={(body) => {
          own?.outbox.add(userId, body, crypto.randomUUID(), Date.now());
          scroll.toEnd();
        }}
      />
      <ScrubWindow chat={chat} id={scrubbed} onClose={() => setScrubbed(null)} />
    </section>
  );
}
