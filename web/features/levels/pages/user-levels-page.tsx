import { useQuery } from "@tanstack/react-query";
import { Blocks, Plus, RotateCcw } from "lucide-react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { type ListView, readListView, writeListView } from "#domain/api/list-view.ts";
import { isValidParam } from "#domain/api/params.ts";
import type { UserCard } from "#domain/api/response.ts";
import { userLevelsRoute } from "#domain/levels/api.ts";
import { EmptyState, PastEnd } from "#web/components/empty-state.tsx";
import { OwnerHead, OwnerPicture } from "#web/components/owner-head.tsx";
import { MissingUser } from "#web/features/users/missing-user.tsx";
import { isNotFound } from "#web/lib/api.ts";
import { useLast } from "#web/lib/last.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Page } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { LevelGrid, LevelGridSkeleton } from "../level-grid.tsx";
import { levelsText, userLevelsText } from "../text/levels.ts";
import styles from "./user-levels.module.css";

const urlFor = (view: ListView) => `?${writeListView(view)}`;

interface OwnerProps {
  owner: UserCard | undefined;
  username: string;
  isOwn: boolean;
}

function Owner({ owner, username, isOwn }: OwnerProps) {
  return (
    <OwnerHead
      title={userLevelsText.title(owner?.username ?? username)}
      picture={<OwnerPicture owner={owner} size={88} />}
      action={
        isOwn && (
          <LinkButton variant="primary" icon={Plus} to="/build/new" className={styles.create}>
            {levelsText.create}
          </LinkButton>
        )
      }
    >
      {owner ? (
        <>
          <span>{userLevelsText.spirit(owner.level)}</span>
          {owner.has_gold && <Badge tone="accent">{userLevelsText.gold}</Badge>}
          <TextLink standalone to={owner.url}>
            {userLevelsText.profile}
          </TextLink>
        </>
      ) : (
        <Skeleton width={180} height={20} />
      )}
    </OwnerHead>
  );
}

interface NoUserLevelsProps {
  view: ListView;
  total: number;
  username: string;
  isOwn: boolean;
}

function NoUserLevels({ view, total, username, isOwn }: NoUserLevelsProps) {
  if (total > 0) {
    return <PastEnd title={levelsText.none} text={levelsText.noneHere} to={urlFor({ ...view, page: 1 })} />;
  }
  if (view.search) {
    return (
      <EmptyState title={userLevelsText.none} text={userLevelsText.noneFound(view.search)} pose="shrug">
        <LinkButton variant="primary" icon={RotateCcw} to="?">
          {userLevelsText.showAll}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={userLevelsText.none}
      text={isOwn ? userLevelsText.noneOwn : userLevelsText.noneOther(username)}
      pose={isOwn ? "sit" : "shrug"}
    >
      {isOwn ? (
        <LinkButton variant="primary" icon={Plus} to="/build/new">
          {levelsText.create}
        </LinkButton>
      ) : (
        <LinkButton variant="primary" icon={Blocks} to="/levels">
          {levelsText.startOver}
        </LinkButton>
      )}
    </EmptyState>
  );
}

export default function UserLevelsPage() {
  const { username = "" } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const user = useUser();
  const view = readListView(query);
  const isName = isValidParam("username", username);
  const list = useQuery({
    ...listQueryFor(userLevelsRoute, { params: { username }, input: view }),
    enabled: isName,
  });
  const owner = useLast(username, list.data?.user);
  if (!isName || isNotFound(list.error))
    return (
      <MissingUser>
        <LinkButton variant="primary" icon={Blocks} to="/levels">
          {levelsText.startOver}
        </LinkButton>
      </MissingUser>
    );
  const isOwn = user?.username.toLowerCase() === username.toLowerCase();
  const { data: levels, meta } = list.data ?? {};
  const untouched = !view.search && meta?.total === 0;
  return (
    <Page title={userLevelsText.title(owner?.username ?? username)} heading={null}>
      <Owner owner={owner} username={username} isOwn={isOwn} />
      <h2 className="sr-only">{userLevelsText.heading}</h2>
      {!untouched && (
        <div className={styles.bar}>
          <div className={styles.search}>
            <SearchBox
              label={userLevelsText.search}
              value={view.search}
              onSearch={(search, more) => navigate(urlFor({ page: 1, search }), { replace: more })}
            />
          </div>
          <p className={styles.total} role="status">
            {meta && userLevelsText.total(meta.total)}
          </p>
        </div>
      )}
      <QueryError query={list} always />
      {list.isPending && <LevelGridSkeleton />}
      {levels && levels.length > 0 && <LevelGrid levels={levels} stale={list.isPlaceholderData} />}
      {meta && levels?.length === 0 && (
        <NoUserLevels view={view} total={meta.total} username={owner?.username ?? username} isOwn={isOwn} />
      )}
      <Pagination page={view.page} meta={meta} hrefOf={(page) => urlFor({ ...view, page })} />
    </Page>
  );
}
