import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Blocks, Lock, Plus } from "lucide-react";
import { Link } from "react-router";
import { type ShowcaseLevel, showcaseRoute } from "#domain/levels/api.ts";
import { PlayButton } from "#web/components/play/play-button.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { queryFor } from "#web/lib/query.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/states.tsx";
import tiles from "#web/ui/tile.module.css";
import styles from "./showcase.module.css";
import { usersText } from "./text/users.ts";

function Tile({ level, featured = false }: { level: ShowcaseLevel; featured?: boolean }) {
  return (
    <Link className={cx(tiles.tile, styles.tile, featured && styles.large)} to={level.url}>
      <img
        src={featured ? level.picture_url : level.thumbnail_url}
        width={640}
        height={360}
        alt={featured ? "" : level.title}
      />
      {featured && (
        <span className={styles.title}>
          {level.visibility === "private" && <Lock aria-hidden />}
          <span dir="auto">{level.title}</span>
        </span>
      )}
    </Link>
  );
}

function NoShowcaseLevels({ username, isOwn }: { username: string; isOwn: boolean }) {
  return (
    <EmptyState
      title={usersText.noLevelsTitle}
      text={isOwn ? usersText.noOwnLevels : usersText.noLevels(username)}
      art={<PosedBopi pose={isOwn ? "sit" : "shrug"} />}
    >
      {isOwn ? (
        <LinkButton icon={Plus} to="/build/new">
          {usersText.create}
        </LinkButton>
      ) : (
        <LinkButton icon={Blocks} to="/levels">
          {usersText.browse}
        </LinkButton>
      )}
    </EmptyState>
  );
}

/** A user's top levels: one large, three small, and a link to all. */
export function Showcase({ username, isOwn }: { username: string; isOwn: boolean }) {
  const list = useQuery(queryFor(showcaseRoute, { params: { username } }));
  const [featured, ...others] = list.data?.data ?? [];
  const count = list.data?.count ?? 0;
  const all = `/users/${username}/levels`;
  const hasMore = count > 4;
  return (
    <Section
      heading={usersText.showcase}
      actions={
        count > 0 &&
        !hasMore && (
          <Link className={styles.all} to={all}>
            {usersText.allLevels}
            <ArrowRight aria-hidden />
          </Link>
        )
      }
    >
      {list.isPending && (
        <div className={styles.grid} aria-busy>
          <div className={styles.featured}>
            <Skeleton ratio="16 / 9" />
          </div>
          <Skeleton ratio="16 / 9" />
          <Skeleton ratio="16 / 9" />
          <Skeleton ratio="16 / 9" />
        </div>
      )}
      {list.isError && !list.data && (
        <ErrorState error={list.error} onRetry={() => list.refetch()} busy={list.isFetching} />
      )}
      {featured && (
        <div className={cx(styles.grid, others.length === 0 && styles.single)}>
          <div className={styles.featured}>
            <Tile level={featured} featured />
            <PlayButton level={featured} className={styles.play} />
          </div>
          {others.slice(0, 3).map((level) => (
            <Tile key={level.id} level={level} />
          ))}
        </div>
      )}
      {list.data && !featured && <NoShowcaseLevels username={username} isOwn={isOwn} />}
      {hasMore && (
        <LinkButton className={styles.more} to={all}>
          {usersText.viewMore(count)}
        </LinkButton>
      )}
    </Section>
  );
}
