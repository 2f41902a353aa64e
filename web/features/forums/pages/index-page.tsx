import { useQuery } from "@tanstack/react-query";
import { Bookmark, Castle, Coffee, LifeBuoy, type LucideIcon, Search } from "lucide-react";
import { Link } from "react-router";
import { forumIndexRoute, type Subforum } from "#domain/forums/api.ts";
import { SUBFORUM_IDS } from "#domain/forums/rules.ts";
import { Headshot } from "#web/components/headshot.tsx";
import { UserName } from "#web/components/user-name.tsx";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import { Page } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import link from "#web/ui/whole-link.module.css";
import styles from "../forums.module.css";
import { forumsText } from "../text/forums.ts";
import { UnreadLink } from "../thread-list-item.tsx";

const ICONS: Record<number, LucideIcon> = { 1: Castle, 2: Coffee, 3: LifeBuoy };

function Latest({ latest }: Pick<Subforum, "latest">) {
  if (!latest) return <p className={styles.quiet}>{forumsText.quiet}</p>;
  const { user, url, created_at } = latest.last_reply ?? latest;
  return (
    <div className={styles.latest}>
      <Headshot user={user} size={36} decorative />
      <p className={styles.latestText}>
        <Link className={styles.latestTitle} to={url}>
          <span className="sr-only">{forumsText.latest}: </span>
          <bdi>{latest.title}</bdi>
        </Link>
        <span className={styles.latestBy}>
          <UserName user={user} badge={false} /> · <RelativeTime value={created_at} />
        </span>
      </p>
      <UnreadLink thread={latest} />
    </div>
  );
}

function SubforumCard({ subforum }: { subforum: Subforum }) {
  const { id, name, description, url, threads_count, replies_count } = subforum;
  const Icon = ICONS[id] ?? Castle;
  return (
    <Card lift className={cx(styles.subforum, styles[`subforum${id}`])}>
      <span className={styles.icon}>
        <Icon aria-hidden />
      </span>
      <div className={styles.text}>
        <h2 className={link.whole}>
          <Link to={url}>{name}</Link>
        </h2>
        <p>{description}</p>
        <p className={styles.counts}>
          <span>{forumsText.threads(threads_count)}</span>
          <span>{forumsText.replies(replies_count)}</span>
        </p>
      </div>
      <Latest latest={subforum.latest} />
    </Card>
  );
}

export default function ForumIndexPage() {
  const isMember = useUser() !== null;
  const index = useQuery(queryFor(forumIndexRoute, {}));
  const actions = (
    <>
      <LinkButton icon={Search} to="/forums/search">
        {forumsText.search}
      </LinkButton>
      {isMember && (
        <LinkButton icon={Bookmark} to="/forums/bookmarks">
          {forumsText.bookmarks}
        </LinkButton>
      )}
    </>
  );
  return (
    <Page title={forumsText.title} actions={actions}>
      <QueryError query={index} />
      {index.isPending && (
        <LoadingRegion text={forumsText.loading}>
          <div className={styles.subforums}>
            {SUBFORUM_IDS.map((id) => (
              <Card key={id} className={styles.subforum}>
                <Skeleton width={72} height={72} />
                <div className={styles.text}>
                  <Skeleton width={220} height={26} />
                  <Skeleton width="80%" />
                  <Skeleton width={160} />
                </div>
                <div className={styles.latest}>
                  <Skeleton height={44} />
                </div>
              </Card>
            ))}
          </div>
        </LoadingRegion>
      )}
      {index.data && (
        <ul className={styles.subforums}>
          {index.data.data.map((subforum) => (
            <li key={subforum.id}>
              <SubforumCard subforum={subforum} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
