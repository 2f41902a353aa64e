import { ArrowDown, ArrowLeft, Ban, Ellipsis, UserCheck, UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import { messageId, pairKey } from "#domain/conversations/ids.ts";
import {
  type ChatConversation,
  latestMessage,
  messageNumber,
  unsentDrafts,
} from "#domain/conversations/reduce-chat.ts";
import { type ChatView, writeChatView } from "#domain/conversations/view.ts";
import type { PresentUserCard } from "#domain/presence/presence.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { LivePresenceBubble, LivePresenceText } from "#web/components/live-presence.tsx";
import { WithBubble } from "#web/components/presence-bubble.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { useAction } from "#web/lib/action.ts";
import { useListener } from "#web/lib/listen.ts";
import { onLiveEvent } from "#web/lib/live/live-events.ts";
import { useConnectionState } from "#web/lib/live/use-live-event.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { unsentTextKey } from "#web/lib/unsent-text.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { IconButton, IconLink } from "#web/ui/icon-button.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { type Chat, OwnChat } from "./chat.ts";
import { useChatState, useConversation, useOlderMessages, useTyping } from "./conversation-list.tsx";
import { MessageComposer } from "./message-composer.tsx";
import { MessageList, MessageSkeletons } from "./message-list.tsx";
import styles from "./messages.module.css";
import { chatText } from "./text.ts";
import { useMessageScroll } from "./use-message-scroll.ts";

type ChatPartner = Pick<PresentUserCard, "id" | "username">;

interface ConversationHeaderProps {
  view: ChatView;
  other: PresentUserCard | null;
  block: boolean;
  onBlock: (person: ChatPartner) => void;
  onUnblock: (person: ChatPartner) => void;
}

function ConversationHeader({ view, other, block, onBlock, onUnblock }: ConversationHeaderProps) {
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

function useIsVisible(): boolean {
  const [visible, setVisible] = useState(() => document.visibilityState === "visible");
  useListener(document, "visibilitychange", () => setVisible(document.visibilityState === "visible"));
  return visible;
}

/** Marks an open conversation as read while it is visible and scrolled to its end. */
function useReadReceipts(
  chat: Chat,
  userId: number,
  conversation: ChatConversation | undefined,
  atEnd: boolean,
): void {
  const visible = useIsVisible();
  const connection = useConnectionState();
  /** The newest message to mark as read, and the last one that was marked. */
  const due = useRef<string | undefined>(undefined);
  const marked = useRef("");
  const isSending = useRef(false);
  const newest = conversation && latestMessage(conversation)?.id;
  const target =
    chat.viewAs === null && conversation?.span && conversation.unread > 0 && visible && atEnd
      ? newest
      : undefined;
  const send = useEffectEvent(async () => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      // Messages that arrive in the meantime are marked together.
      for (let id = due.current; id && id !== marked.current; id = due.current) {
        await chat.markRead(userId, id);
        marked.current = id;
      }
    } catch {
      // Retried on the next message, or when the connection changes.
    }
    isSending.current = false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: retries when the connection changes
  useEffect(() => {
    due.current = target;
    void send();
  }, [target, connection]);
}

function DeleteMessageModal({ chat, id, onClose }: { chat: Chat; id: string | null; onClose: () => void }) {
  const { run } = useAction((message: string) => chat.deleteMessage(message), {
    errors: "modal",
    parallel: true,
  });
  return (
    <ConfirmModal
      open={id !== null}
      onClose={onClose}
      title={chatText.scrubTitle}
      text={chatText.scrubText}
      action={chatText.scrub}
      onConfirm={() => {
        onClose();
        if (id) void run(id);
      }}
    />
  );
}

function MessageAnnouncer({ userId, username }: { userId: number; username: string }) {
  const [announcement, setAnnouncement] = useState("");
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.event !== "NewMessage" || event.user_id !== userId) return;
        if (event.message.sender_id === userId)
          setAnnouncement(chatText.lastMessage(username, event.message.body));
      }),
    [userId, username],
  );
  return (
    <p className="sr-only" aria-live="polite">
      {announcement}
    </p>
  );
}

function TypingIndicator({ userId, username }: { userId: number; username: string }) {
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

/** Whether the reported message belongs to this conversation and not to another one of the viewed user. */
const isInConversation = (id: string, chat: Chat, userId: number): boolean =>
  chat.viewAs !== null && id === messageId(pairKey(chat.viewAs, userId), messageNumber(id));

/** Returns why the user can't write; null if they can. */
function disabledReasonOf(conversation: ChatConversation | undefined, chat: Chat, view: ChatView) {
  if (chat.viewAs !== null) return chatText.readOnly;
  if (view.tab === "search") return chatText.searching;
  if (!conversation?.span) return chatText.notYet;
  if (conversation.block) return chatText.blocked;
  return conversation.canSend ? null : chatText.refused;
}

export interface ConversationPanelProps extends Pick<ConversationHeaderProps, "onBlock" | "onUnblock"> {
  chat: Chat;
  view: ChatView;
  userId: number;
  user: SessionUser;
  /** Called when the end of the conversation scrolls into or out of view. */
  onReadingChange: (reading: boolean) => void;
}

export function ConversationPanel(props: ConversationPanelProps) {
  const { chat, view, userId, user, onReadingChange, ...actions } = props;
  const state = useChatState(chat);
  const { conversation, query } = useConversation(chat, userId);
  const older = useOlderMessages(chat, userId);
  const box = useRef<HTMLDivElement>(null);
  const scroll = useMessageScroll(box, () => void older.load());
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const own = chat instanceof OwnChat ? chat : null;
  const other = conversation?.user ?? null;
  const { atEnd } = scroll;
  useReadReceipts(chat, userId, conversation, atEnd);
  const isReading = atEnd && conversation?.span !== null && conversation?.span !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it changes
  useEffect(() => onReadingChange(isReading), [isReading]);

  /** Loads older messages up to the reported one, and scrolls to it. */
  const jump = async (id: string) => {
    const target = messageNumber(id);
    while ((chat.state.get().conversations[userId]?.span?.from ?? 0) > target)
      if (!(await older.load())) break;
    setHighlightedId(id);
    // After it has rendered.
    requestAnimationFrame(() => {
      if (!scroll.toRow(id)) toast(chatText.notFound, { tone: "bad" });
    });
  };

  if (query.isError && !conversation?.span)
    return (
      <div className={styles.thread}>
        <ConversationHeader view={view} other={other} block={false} {...actions} />
        <QueryError query={query} />
      </div>
    );

  const drafts = unsentDrafts(state, userId);
  const rejected = drafts.findLast(({ error }) => error !== null);
  const isEmpty = conversation?.span && !latestMessage(conversation) && drafts.length === 0;
  const isLoaded = conversation?.span && other;
  const { message } = view;
  const disabledReason = disabledReasonOf(conversation, chat, view);
  return (
    <section
      className={styles.thread}
      aria-label={other ? chatText.with(other.username) : chatText.loadingMessages}
    >
      <ConversationHeader view={view} other={other} block={conversation?.block ?? false} {...actions} />
      {message && isLoaded && isInConversation(message, chat, userId) && (
        <div className={styles.notice}>
          <Button size="s" onClick={() => void jump(message)}>
            {chatText.jump}
          </Button>
        </div>
      )}
      <div className={styles.frame}>
        <section
          className={styles.scroller}
          ref={box}
          onScroll={scroll.onScroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={chatText.box}
        >
          <div className={styles.inner}>
            {older.failure && <Banner>{older.failure}</Banner>}
            {isLoaded && conversation.hasOlder && (
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
                text={disabledReason === null ? chatText.firstText : undefined}
                noAction="The message box is below"
                art={<Headshot user={other} size={96} decorative />}
              />
            )}
            {isLoaded && !isEmpty && (
              <MessageList
                chat={chat}
                own={own}
                state={state}
                conversation={conversation}
                other={other}
                me={chat.viewAs === null ? user : (state.owner ?? user)}
                highlightedId={highlightedId}
                onDelete={own === null || user.role === "admin" ? setDeletingId : null}
              />
            )}
          </div>
        </section>
        {!atEnd && (
          <IconButton
            variant="solid"
            className={styles.jumpToEnd}
            icon={ArrowDown}
            label={chatText.newest}
            count={conversation?.unread}
            onClick={scroll.toEnd}
          />
        )}
      </div>
      {other && chat.viewAs === null && (
        <>
          <TypingIndicator userId={userId} username={other.username} />
          <MessageAnnouncer userId={userId} username={other.username} />
        </>
      )}
      <MessageComposer
        userId={userId}
        username={other?.username ?? ""}
        unsentKey={chat.viewAs === null ? unsentTextKey(user.id, userId) : null}
        disabledReason={disabledReason}
        error={rejected ? rejected.error || chatText.error : null}
        onSend={(body) => {
          own?.outbox.add(userId, body, crypto.randomUUID(), serverTime());
          scroll.toEnd();
        }}
      />
      <DeleteMessageModal chat={chat} id={deletingId} onClose={() => setDeletingId(null)} />
    </section>
  );
}
