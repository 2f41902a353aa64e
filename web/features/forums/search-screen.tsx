import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { Link } from "react-router";
import type { OutputOf } from "#domain/api/route.ts";
import { forumSearchRoute } from "#domain/forums/api.ts";
import { SUBFORUM_IDS, SUBFORUMS } from "#domain/forums/rules.ts";
import { type ForumSearchView, readForumSearch, writeForumSearch } from "#domain/forums/view.ts";
import { type AddressView, useAddressView } from "#web/lib/address-view.ts";
import { queryFor } from "#web/lib/query.ts";
import { forumsText } from "#web/text/forums.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Time } from "#web/ui/facts.tsx";
import { Headshot } from "#web/ui/headshot.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import link from "#web/ui/whole-link.module.css";
import { ForumPage } from "./forum-page.tsx";
import styles from "./search.module.css";
import { cutAtWords } from "./search-words.ts";
import { NonePage } from "./thread-list.tsx";

type Found = OutputOf<typeof forumSearchRoute>["data"][number];

const SEARCH: AddressView<ForumSearchView> = {
  read: readForumSearch,
  write: writeForumSearch,
  changed: (view, choice) => ({ ...view, page: 1, ...choice }),
};

const PLACES = [
  { value: "0", label: forumsText.everywhere },
  ...SUBFORUM_IDS.map((id) => ({ value: String(id), label: SUBFORUMS[id].name })),
];

const BONES = ["first", "second", "third", "fourth"];

function Result({ found: { thread, reply }, search }: { found: Found; search: string }) {
  return (
    <Card lift className={styles.result}>
      <Headshot src={reply.user.bopi.headshot_url} username={reply.user.username} size={44} decorative />
      <div className={styles.words}>
        <h2 className={cx(styles.title, link.whole)}>
          <Link to={reply.url}>{thread.title}</Link>
        </h2>
        <p className={styles.facts}>
          <span>
            <UserName user={reply.user} />
          </span>
          <span>{reply.position === 0 ? forumsText.opening : forumsText.position(reply.position)}</span>
          <Time value={reply.created_at} />
        </p>
        <p className={styles.excerpt}>
          {cutAtWords(reply.excerpt, search).map(({ at, text, found }) =>
            found ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
          )}
        </p>
      </div>
    </Card>
  );
}

function Bones() {
  return (
    <Waiting text={forumsText.searchLoading}>
      <ul className={styles.list}>
        {BONES.map((bone) => (
          <li key={bone}>
            <Card className={styles.result}>
              <Skeleton width={44} height={44} />
              <div className={styles.words}>
                <Skeleton width="50%" height={22} />
                <SkeletonText lines={2} />
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </Waiting>
  );
}

function Results({
  view,
  hrefOf,
}: Pick<ReturnType<typeof useAddressView<ForumSearchView>>, "view" | "hrefOf">) {
  const list = useQuery({
    ...queryFor(forumSearchRoute, { input: view }),
    placeholderData: keepPreviousData,
  });
  const { data: found, meta } = list.data ?? {};
  if (list.isError && !found)
    return <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />;
  if (!found || !meta) return <Bones />;
  return (
    <>
      <p className={styles.total} role="status">
        {forumsText.found(meta.total)}
      </p>
      {found.length > 0 && (
        <ul
          className={cx(styles.list, list.isPlaceholderData && styles.stale)}
          aria-busy={list.isPlaceholderData}
        >
          {found.map((one) => (
            <li key={one.reply.id}>
              <Result found={one} search={view.search} />
            </li>
          ))}
        </ul>
      )}
      {found.length === 0 && meta.total > 0 && <NonePage />}
      {meta.total === 0 && !list.isPlaceholderData && (
        <EmptyState title={forumsText.searchNone} text={forumsText.searchNoneText} art={<Bopi mood="wow" />}>
          {view.subforum > 0 && (
            <LinkButton variant="primary" icon={Search} to={hrefOf({ subforum: 0 })}>
              {forumsText.searchAll}
            </LinkButton>
          )}
        </EmptyState>
      )}
      <Pagination page={view.page} lastPage={meta.last_page} hrefOf={(page) => hrefOf({ page })} />
    </>
  );
}

/** What was said about something, in the forums. All it shows is in the address. */
export function SearchScreen() {
  const { view, choose, hrefOf } = useAddressView(SEARCH);
  return (
    <ForumPage title={forumsText.searchTitle}>
      <div className={styles.form}>
        <SearchBox
          label={forumsText.searchLabel}
          placeholder={forumsText.searchPlaceholder}
          value={view.search}
          onSearch={(search, more) => choose({ search }, more)}
        />
        <Select
          label={forumsText.searchIn}
          hideLabel
          options={PLACES}
          value={String(view.subforum)}
          onChange={(subforum) => choose({ subforum: Number(subforum) })}
        />
      </div>
      {view.search ? (
        <Results view={view} hrefOf={hrefOf} />
      ) : (
        <EmptyState icon={Search} title={forumsText.searchTitle} text={forumsText.searchHint} />
      )}
    </ForumPage>
  );
}
