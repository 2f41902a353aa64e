import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MessagesSquare, Search, ShieldAlert } from "lucide-react";
import { useState } from "react";
import { Navigate, useSearchParams } from "react-router";
import type { SessionUser } from "#domain/auth/api.ts";
import { type ChatView, readChatView, writeChatView } from "#domain/conversations/view.ts";
import { profileRoute } from "#domain/users/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { chatText } from "#web/text/conversations.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { cx } from "#web/ui/cx.ts";
import { Page } from "#web/ui/page.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import styles from "./chat.module.css";
import { type Chat, chatAs, lookAs, ownChat } from "./chat-store.ts";
import { ConversationList } from "./conversation-list.tsx";
import { MessageSkeletons } from "./message-list.tsx";
import { PrivacySettings } from "./privacy-settings.tsx";
import { SearchTab } from "./search-tab.tsx";
import { Thread, type ThreadProps } from "./thread.tsx";
import { useChatState } from "./use-chat.ts";
import { ViewReason } from "./view-reason.tsx";

/** Who is named in the address; what follows knows people by their ids. */
function Named({ username }: { username: string }) {
  const profile = useQuery(queryFor(profileRoute, { params: { username } }));
  if (profile.data) return <Navigate to={writeChatView({ with: profile.data.user.id })} replace />;
  if (profile.isError)
    return <ErrorState error={profile.error} onRetry={() => profile.refetch()} busy={profile.isFetching} />;
  return <MessageSkeletons />;
}

/** Tells a moderator whose chat it is. */
function Looking({ chat }: { chat: Chat }) {
  const { owner } = useChatState(chat);
  if (chat.as === null || !owner) return null;
  return (
    <p className={styles.looking} role="status">
      <ShieldAlert aria-hidden />
      {chatText.viewAs(owner.username)}
    </p>
  );
}

function Lists({ chat, view, user, reading }: Parts & { reading: number | null }) {
  const isSearch = view.tab === "search";
  return (
    <section className={styles.lists} aria-label={chatText.lists}>
      <div className={styles.listsHead}>
        {/* The page's heading stands above both halves: a phone shows one at a time. */}
        <p className={styles.title} aria-hidden>
          {chatText.title}
        </p>
        {chat.as === null && <PrivacySettings user={user} />}
      </div>
      <Looking chat={chat} />
      {chat.as === null && (
        <TabLinks
          label={chatText.lists}
          tabs={[
            {
              to: writeChatView({ with: view.with }),
              label: chatText.conversations,
              icon: MessagesSquare,
              active: !isSearch,
            },
            {
              to: writeChatView({ with: view.with, tab: "search", term: view.term }),
              label: chatText.search,
              icon: Search,
              active: isSearch,
            },
          ]}
        />
      )}
      <div className={styles.listsBody}>
        {isSearch ? (
          <SearchTab view={view} />
        ) : (
          <ConversationList chat={chat} view={view} reading={reading} />
        )}
      </div>
    </section>
  );
}

interface Parts {
  chat: Chat;
  view: ChatView;
  user: SessionUser;
}

export interface ChatScreenProps extends Pick<ThreadProps, "onBlock" | "onUnblock"> {
  user: SessionUser;
}

/** Everything one says to others in private: conversations and the search for people beside the open one. */
export function ChatScreen({ user, ...acts }: ChatScreenProps) {
  const client = useQueryClient();
  const [query] = useSearchParams();
  const read = readChatView(query);
  const view = read.as === user.id ? { ...read, as: null } : read;
  const chat = view.as === null ? ownChat(client, user.id) : chatAs(view.as);
  const [reading, setReading] = useState(false);
  const [, setLooked] = useState<number | null>(null);
  const { with: userId } = view;
  const isOpen = (userId !== null || view.user !== null) && view.tab !== "search";
  if (chat === null)
    return (
      <ViewReason
        onLook={(reason) => {
          if (view.as === null) return;
          lookAs(view.as, reason);
          setLooked(view.as);
        }}
      />
    );
  return (
    <Page title={chatText.title} heading={null}>
      <h1 className="sr-only">{chatText.title}</h1>
      <div className={cx(styles.chat, isOpen && styles.open)}>
        <Lists chat={chat} view={view} user={user} reading={reading ? userId : null} />
        <div className={styles.talk}>
          {view.user !== null && <Named username={view.user} />}
          {userId !== null && (
            <Thread
              {...acts}
              key={`${view.as} ${userId}`}
              chat={chat}
              view={view}
              userId={userId}
              user={user}
              onReading={setReading}
            />
          )}
          {userId === null && view.user === null && (
            <EmptyState
              title={chatText.pick}
              text={chatText.pickText}
              art={<Bopi mood="happy" pose="wave" />}
            />
          )}
        </div>
      </div>
    </Page>
  );
}
