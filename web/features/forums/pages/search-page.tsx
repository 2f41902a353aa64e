import { useQuery } from "@tanstack/react-query";
import { RotateCcw, Search } from "lucide-react";
import { Link } from "react-router";
import { forumSearchRoute } from "#domain/forums/api.ts";
import { SUBFORUM_IDS, SUBFORUMS } from "#domain/forums/rules.ts";
import { type ForumSearchView, readForumSearch, writeForumSearch } from "#domain/forums/view.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { listQueryFor } from "#web/lib/query.ts";
import { type UrlState, useUrlState } from "#web/lib/url-state.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Select } from "#web/ui/select.tsx";
import { Repeat, Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import link from "#web/ui/whole-link.module.css";
import { splitAtMatches } from "../excerpt-parts.ts";
import { ForumPage } from "../forum-page.tsx";
import { NoSuchPage } from "../no-such-page.tsx";
import styles from "../search.module.css";
import { forumsText } from "../text/forums.ts";

const SEARCH: UrlState<ForumSearchView> = {
  read: readForumSearch,
  write: writeForumSearch,
  applyChoice: (view, choice) => ({ ...view, page: 1, ...choice }),
};

const SCOPES = [
  { value: "0", label: forumsText.everywhere },
  ...SUBFORUM_IDS.map((id) => ({ value: String(id), label: SUBFORUMS[id].name })),
];

function Results({ view, hrefOf }: Pick<ReturnType<typeof useUrlState<ForumSearchView>>, "view" | "hrefOf">) {
  const list = useQuery(listQueryFor(forumSearchRoute, { input: view }));
  const { data: found, meta } = list.data ?? {};
  if (list.isError && !found) return <QueryError query={list} />;
  if (!found || !meta)
    return (
      <LoadingRegion text={forumsText.searchLoading}>
        <ul className={styles.list}>
          <Repeat times={4}>
            <li>
              <Card className={styles.result}>
                <Skeleton width={44} height={44} />
                <div className={styles.text}>
                  <Skeleton width="50%" height={22} />
                  <SkeletonText lines={2} />
                </div>
              </Card>
            </li>
          </Repeat>
        </ul>
      </LoadingRegion>
    );
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
          {found.map((hit) => (
            <li key={hit.reply.id}>
              <Card lift className={styles.result}>
                <Headshot user={hit.reply.user} size={44} decorative />
                <div className={styles.text}>
                  <h2 className={cx(styles.title, link.whole)} dir="auto">
                    <Link to={hit.reply.url}>{hit.thread.title}</Link>
                  </h2>
                  <p className={styles.facts}>
                    <span>
                      <UserName user={hit.reply.user} />
                    </span>
                    <span>
                      {hit.reply.position === 0
                        ? forumsText.opening
                        : forumsText.position(hit.reply.position)}
                    </span>
                    <RelativeTime value={hit.reply.created_at} />
                  </p>
                  <p className={styles.excerpt} dir="auto">
                    {splitAtMatches(hit.reply.excerpt, view.search).map(({ at, text, found }) =>
                      found ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
                    )}
                  </p>
                </div>
              </Card>
            </li>
          ))}
        </ul>
      )}
      {found.length === 0 && meta.total > 0 && <NoSuchPage />}
      {meta.total === 0 && (
        <EmptyState title={forumsText.searchNone} text={forumsText.searchNoneText} pose="shrug">
          {view.subforum > 0 ? (
            <LinkButton variant="primary" icon={Search} to={hrefOf({ subforum: 0 })}>
              {forumsText.searchAll}
            </LinkButton>
          ) : (
            <LinkButton variant="primary" icon={RotateCcw} to="/forums/search">
              {forumsText.searchClear}
            </LinkButton>
          )}
        </EmptyState>
      )}
      <Pagination page={view.page} meta={meta} hrefOf={(page) => hrefOf({ page })} />
    </>
  );
}

export default function ForumSearchPage() {
  const { view, choose, hrefOf } = useUrlState(SEARCH);
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
          options={SCOPES}
          value={String(view.subforum)}
          onChange={(subforum) => choose({ subforum: Number(subforum) })}
        />
      </div>
      {view.search ? (
        <Results view={view} hrefOf={hrefOf} />
      ) : (
        <EmptyState
          title={forumsText.searchTitle}
          text={forumsText.searchHint}
          pose="sit"
          noAction="The search box is above"
        />
      )}
    </ForumPage>
  );
}
