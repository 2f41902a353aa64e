import { useQuery, useQueryClient } from "@tanstack/react-query";
import { MessagesSquare, RotateCcw, Search, Settings, ShieldAlert } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { textProblem } from "#domain/api/fields.ts";
import type { SessionUser } from "#domain/auth/api.ts";
import { PRIVACY_PERMISSIONS } from "#domain/blocks/rules.ts";
import { conversationSearchRoute } from "#domain/conversations/api.ts";
import { type ChatView, readChatView, writeChatView } from "#domain/conversations/view.ts";
import { LIMITS } from "#domain/limits.ts";
import { profileRoute } from "#domain/users/api.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ReasonArea } from "#web/components/reason-area.tsx";
import { useBlockModal } from "#web/features/blocks/block-modal.tsx";
import { useUnblock } from "#web/features/blocks/use-block.ts";
import { messageOf } from "#web/lib/action.ts";
import { usePages } from "#web/lib/pages.ts";
import { queryFor } from "#web/lib/query.ts";
import { useSettings } from "#web/lib/settings.ts";
import { useMember, useRefreshUser } from "#web/lib/user.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import styles from "../chat.module.css";
import { type Chat, ownChat, startViewing, viewedChat } from "../chat.ts";
import { ConversationList, PartnerRow, PartnerRowSkeletons, useChatState } from "../conversation-list.tsx";
import { ConversationPanel } from "../conversation-panel.tsx";
import { MessageSkeletons } from "../message-list.tsx";
import { chatText } from "../text.ts";

function SearchResults({ view }: { view: ChatView }) {
  const { term } = view;
  const results = usePages(conversationSearchRoute, (page) => ({ input: { term, page } }), {
    enabled: term !== "",
  });
  const people = results.data?.pages.flatMap(({ data }) => data) ?? [];
  if (!term) return <EmptyState title={chatText.searchHint} pose="wave" noAction="The search box is above" />;
  if (results.isPending) return <PartnerRowSkeletons label={chatText.loading} />;
  if (results.isError && people.length === 0) return <QueryError query={results} always />;
  if (people.length === 0)
    return (
      <EmptyState title={chatText.noResults} pose="shrug">
        <LinkButton icon={RotateCcw} to={writeChatView({ tab: "search" })}>
          {chatText.clearSearch}
        </LinkButton>
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.people}>
        {people.map(({ block, can_send, ...user }) => (
          <PartnerRow
            key={user.id}
            user={user}
            to={writeChatView({ with: user.id })}
            open={false}
            block={block}
            line={can_send || block ? chatText.level(user.level) : chatText.refused}
          />
        ))}
      </ul>
      {results.hasNextPage && (
        <Button
          className={styles.more}
          busy={results.isFetchingNextPage}
          onClick={() => results.fetchNextPage()}
        >
          {chatText.showMore}
        </Button>
      )}
    </>
  );
}

function SearchTab({ view }: { view: ChatView }) {
  const navigate = useNavigate();
  return (
    <>
      <div className={styles.search}>
        <SearchBox
          label={chatText.searchLabel}
          value={view.term}
          onSearch={(term, more) => navigate(writeChatView({ ...view, term }), { replace: more })}
        />
      </div>
      <SearchResults view={view} />
    </>
  );
}

const RULE = { max: LIMITS.banReason, multiline: true, empty: chatText.whyEmpty };

function ViewReasonForm({ onConfirm }: { onConfirm: (reason: string) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason")).trim();
    const newProblem = textProblem("Reason", reason, RULE);
    setProblem(newProblem);
    if (newProblem) form.current?.querySelector("textarea")?.focus();
    else onConfirm(reason);
  };
  return (
    <Page title={chatText.title} heading={chatText.why} width="narrow">
      <p className={styles.viewing}>
        <ShieldAlert aria-hidden />
        {chatText.whyText}
      </p>
      <form ref={form} className={styles.reasonForm} noValidate onSubmit={onSubmit}>
        <ReasonArea
          label={chatText.why}
          hint={chatText.whyHint}
          errors={problem === null ? undefined : [problem]}
        />
        <Button type="submit" variant="primary">
          {chatText.look}
        </Button>
      </form>
    </Page>
  );
}

const OPTIONS = PRIVACY_PERMISSIONS.map(({ id, name }) => ({ value: String(id), label: name }));

function PrivacySettings({ user }: { user: SessionUser }) {
  const refresh = useRefreshUser();
  const { message_privacy_permission_id } = user;
  const [now, change] = useSettings(
    { message_privacy_permission_id },
    { toast: messageOf, onSaved: refresh },
  );
  return (
    <Popover
      label={chatText.settings}
      align="end"
      trigger={(props) => <IconButton {...props} icon={Settings} label={chatText.settings} />}
    >
      <div className={styles.settings}>
        <Select
          label={chatText.privacy}
          options={OPTIONS}
          value={String(now.message_privacy_permission_id)}
          onChange={(value) => change({ message_privacy_permission_id: Number(value) })}
        />
      </div>
    </Popover>
  );
}

/** Redirects from a username in the URL to the user's id. */
function RedirectToUser({ username }: { username: string }) {
  const profile = useQuery(queryFor(profileRoute, { params: { username } }));
  if (profile.data) return <Navigate to={writeChatView({ with: profile.data.user.id })} replace />;
  if (profile.isError) return <QueryError query={profile} always />;
  return <MessageSkeletons />;
}

function ViewingNotice({ chat }: { chat: Chat }) {
  const { owner } = useChatState(chat);
  if (chat.viewAs === null || !owner) return null;
  return (
    <p className={styles.viewing} role="status">
      <ShieldAlert aria-hidden />
      {chatText.viewAs(owner.username)}
    </p>
  );
}

function ChatLists({ chat, view, user, reading }: ChatListsProps & { reading: number | null }) {
  const isSearch = view.tab === "search";
  return (
    <section className={styles.lists} aria-label={chatText.lists}>
      <div className={styles.listsHead}>
        {/* The page's <h1> is hidden above both halves, because phones show one at a time. */}
        <p className={styles.title} aria-hidden>
          {chatText.title}
        </p>
        {chat.viewAs === null && <PrivacySettings user={user} />}
      </div>
      <ViewingNotice chat={chat} />
      {chat.viewAs === null && (
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
          <ConversationList chat={chat} view={view} readUserId={reading} />
        )}
      </div>
    </section>
  );
}

interface ChatListsProps {
  chat: Chat;
  view: ChatView;
  user: SessionUser;
}

export default function ChatPage() {
  const user = useMember();
  const block = useBlockModal();
  const unblock = useUnblock();
  const client = useQueryClient();
  const [query] = useSearchParams();
  const urlView = readChatView(query);
  const view = urlView.as === user.id ? { ...urlView, as: null } : urlView;
  const chat = view.as === null ? ownChat(client, user.id) : viewedChat(view.as);
  const [reading, setReading] = useState(false);
  const [, setViewed] = useState<number | null>(null);
  const { with: userId } = view;
  const isOpen = (userId !== null || view.user !== null) && view.tab !== "search";
  if (chat === null)
    return (
      <ViewReasonForm
        onConfirm={(reason) => {
          if (view.as === null) return;
          startViewing(view.as, reason);
          setViewed(view.as);
        }}
      />
    );
  return (
    <Page title={chatText.title} heading={null}>
      <h1 className="sr-only">{chatText.title}</h1>
      <div className={cx(styles.chat, isOpen && styles.open)}>
        <ChatLists chat={chat} view={view} user={user} reading={reading ? userId : null} />
        <div className={styles.conversation}>
          {view.user !== null && <RedirectToUser username={view.user} />}
          {userId !== null && (
            <ConversationPanel
              onBlock={block.confirmBlock}
              onUnblock={(person) => void unblock.run(person)}
              key={`${view.as} ${userId}`}
              chat={chat}
              view={view}
              userId={userId}
              user={user}
              onReadingChange={setReading}
            />
          )}
          {userId === null && view.user === null && (
            <EmptyState title={chatText.pick} text={chatText.pickText} pose="sit">
              <LinkButton to={writeChatView({ tab: "search" })}>{chatText.findPeople}</LinkButton>
            </EmptyState>
          )}
        </div>
      </div>
      {block.modal}
    </Page>
  );
}
