import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useNavigate } from "react-router";
import { conversationSearchRoute } from "#domain/conversations/api.ts";
import { type ChatView, writeChatView } from "#domain/conversations/view.ts";
import { call } from "#web/lib/api.ts";
import { chatText } from "#web/text/conversations.ts";
import { Button } from "#web/ui/button.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import styles from "./chat.module.css";
import { PersonRow, PersonRowSkeletons } from "./conversation-row.tsx";

function useFound(term: string) {
  return useInfiniteQuery({
    queryKey: ["/api/conversations/search", term],
    queryFn: ({ pageParam, signal }) =>
      call(conversationSearchRoute, { input: { term, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ links, meta }) => (links.next ? meta.current_page + 1 : null),
    enabled: term !== "",
  });
}

function Found({ view }: { view: ChatView }) {
  const found = useFound(view.term);
  const people = found.data?.pages.flatMap(({ data }) => data) ?? [];
  if (!view.term) return <EmptyState icon={Search} title={chatText.searchHint} />;
  if (found.isPending) return <PersonRowSkeletons label={chatText.loading} />;
  if (found.isError && people.length === 0)
    return <ErrorState error={found.error} onRetry={() => found.refetch()} busy={found.isFetching} />;
  if (people.length === 0) return <EmptyState icon={Search} title={chatText.noResults} />;
  return (
    <>
      <ul className={styles.people}>
        {people.map(({ block, can_send, ...user }) => (
          <PersonRow
            key={user.id}
            user={user}
            to={writeChatView({ with: user.id })}
            open={false}
            block={block}
            line={can_send || block ? chatText.level(user.level) : chatText.refused}
          />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button className={styles.more} busy={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {chatText.showMore}
        </Button>
      )}
    </>
  );
}

/** Finds somebody to start a conversation with. */
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
      <Found view={view} />
    </>
  );
}
