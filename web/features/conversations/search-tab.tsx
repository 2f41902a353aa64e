import { RotateCcw } from "lucide-react";
import { useNavigate } from "react-router";
import { conversationSearchRoute } from "#domain/conversations/api.ts";
import { type ChatView, writeChatView } from "#domain/conversations/view.ts";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { usePages } from "#web/lib/pages.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./chat.module.css";
import { PartnerRow, PartnerRowSkeletons } from "./partner-row.tsx";
import { chatText } from "./text.ts";

const useUserSearch = (term: string) =>
  usePages(conversationSearchRoute, (page) => ({ input: { term, page } }), { enabled: term !== "" });

function SearchResults({ view }: { view: ChatView }) {
  const results = useUserSearch(view.term);
  const people = results.data?.pages.flatMap(({ data }) => data) ?? [];
  if (!view.term)
    return (
      <EmptyState
        title={chatText.searchHint}
        art={<PosedBopi pose="wave" />}
        noAction="The search box is above"
      />
    );
  if (results.isPending) return <PartnerRowSkeletons label={chatText.loading} />;
  if (results.isError && people.length === 0)
    return <ErrorState error={results.error} onRetry={() => results.refetch()} busy={results.isFetching} />;
  if (people.length === 0)
    return (
      <EmptyState title={chatText.noResults} art={<PosedBopi pose="shrug" />}>
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

/** Searches for users to start a conversation with. */
export function SearchTab({ view }: { view: ChatView }) {
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
