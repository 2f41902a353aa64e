import { useQueryClient } from "@tanstack/react-query";
import { Blocks, Dices, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import type { Level } from "#domain/levels/api.ts";
import bylines from "#web/components/byline.module.css";
import { Missing } from "#web/components/missing.tsx";
import { Person } from "#web/components/person.tsx";
import { at, invalidate } from "#web/lib/cache.ts";
import { usePlayerCount } from "#web/lib/live/player-count.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { Page } from "#web/ui/page.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { ErrorState } from "#web/ui/states.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { RANDOM_LEVEL_URL } from "./absolute-url.ts";
import { ClearHelp, ClearStateBadge } from "./clear-state-badge.tsx";
import styles from "./level.module.css";
import { LevelActions } from "./level-actions.tsx";
import { LevelPicture } from "./level-picture.tsx";
import { useLevel } from "./level-query.ts";
import { LevelRevisions } from "./level-revisions.tsx";
import { RelatedLevelsPlaceholder } from "./related-levels-placeholder.tsx";
import { levelText } from "./text/level.ts";
import { levelsText } from "./text/levels.ts";

const relatedLevels = lazyPart(() => import("./related-levels.tsx"));

function Badges({ level }: { level: Level }) {
  const { event, challenge, visibility, category, featured } = level;
  const players = usePlayerCount(level.id, level.players_count);
  return (
    <div className={styles.badges}>
      {players > 0 && <Badge tone="playing">{levelText.playing(players)}</Badge>}
      {event && <Badge color={event.highlight_color}>{levelText.event(event.short_name)}</Badge>}
      {challenge && <Badge tone="accent">{levelText.challenge(challenge.name)}</Badge>}
      {featured && <Badge tone="accent">{levelText.featured}</Badge>}
      {category && <Badge>{levelsText.categories[category]}</Badge>}
      <ClearStateBadge level={level} />
      {visibility === "private" && (
        <Tooltip text={levelText.privateHint} focusable>
          <Badge>
            <Lock aria-hidden />
            {levelText.private}
          </Badge>
        </Tooltip>
      )}
    </div>
  );
}

const COUNTS = [
  ["plays", "plays_count"],
  ["clears", "clears_count"],
  ["favorites", "favorites_count"],
  ["ratings", "ratings_count"],
] as const;

function LevelFacts({ level }: { level: Level }) {
  return (
    <Card className={styles.facts}>
      <dl className={styles.counts}>
        {COUNTS.map(([name, key]) => (
          <div key={name}>
            <dt>{levelText[name]}</dt>
            <dd>
              <CompactNumber value={level[key]} />
            </dd>
          </div>
        ))}
      </dl>
      <dl className={styles.dates}>
        <div>
          <dt>{levelText.created}</dt>
          <dd>
            <RelativeTime value={level.created_at} />
          </dd>
        </div>
        <div>
          <dt>{levelText.updated}</dt>
          <dd>
            <RelativeTime value={level.updated_at} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function LevelSkeleton() {
  return (
    <Page title={levelsText.title} heading={null}>
      <div className={styles.screen} aria-busy>
        <div className={styles.picture}>
          <Skeleton ratio="16 / 9" />
        </div>
        <div className={styles.side}>
          <div className={styles.header}>
            <Skeleton height={40} width="80%" />
            <Skeleton height={40} width="45%" />
            <Skeleton height={90} />
            <Skeleton height={48} width="70%" />
          </div>
          <Skeleton height={130} />
        </div>
        <div className={styles.about}>
          <SkeletonText lines={3} />
        </div>
      </div>
    </Page>
  );
}

/** Shown when the level does not exist or the user can't see it. */
export function MissingLevel() {
  return (
    <Missing title={levelText.missingTitle} text={levelText.missing}>
      <LinkButton variant="primary" icon={Blocks} to="/levels">
        {levelText.browse}
      </LinkButton>
      <LinkButton icon={Dices} to={RANDOM_LEVEL_URL}>
        {levelText.random}
      </LinkButton>
    </Missing>
  );
}

export interface LevelSlots {
  /** The level's rating and the user's own; `refresh` refetches the level. */
  rating: (level: Level, refresh: () => void) => ReactNode;
  /** The fastest clears. */
  clears: (level: Level) => ReactNode;
  comments: (level: Level) => ReactNode;
  /** Rewards that can be earned in the level right now. */
  tasks: (level: Level) => ReactNode;
  /** Downloads the player's code. */
  preloadPlayer: () => void;
  /** Follows the creator. */
  follow: (level: Level) => ReactNode;
  /** The overflow menu; `groups` are the level's own entries. */
  menu: (level: Level, groups: readonly MenuGroup[]) => ReactNode;
}

function LevelBody({
  level,
  rating,
  clears,
  comments,
  tasks,
  preloadPlayer,
  follow,
  menu,
}: { level: Level } & LevelSlots) {
  const client = useQueryClient();
  return (
    <Page title={level.title} heading={null}>
      <article className={styles.screen}>
        <LevelPicture level={level} />
        <div className={styles.side}>
          <header className={styles.header}>
            <Badges level={level} />
            <h1 className={styles.title} dir="auto">
              {level.title}
            </h1>
            <p className={bylines.byline}>
              <span className={styles.muted}>{levelText.by}</span>
              <Person person={level.user} size={40} />
              {follow(level)}
            </p>
            <LevelActions
              level={level}
              preloadPlayer={preloadPlayer}
              menu={(groups) => menu(level, groups)}
            />
            <ClearHelp level={level} />
            <div className={styles.rating}>
              {rating(level, () => void invalidate(client, [at("/api/levels/{id}", { id: level.id })]))}
              <TextLink className={styles.viewRatings} to={`/ratings?level_id=${level.id}`}>
                {levelText.viewRatings}
              </TextLink>
            </div>
          </header>
          {tasks(level)}
          <LevelFacts level={level} />
          <LevelRevisions level={level} />
        </div>
        <section className={styles.about}>
          <h2>{levelText.details}</h2>
          {level.description ? (
            <Truncate>{level.description}</Truncate>
          ) : (
            <p className={styles.muted}>{levelText.noDescription}</p>
          )}
        </section>
        <div className={styles.comments}>
          {clears(level)}
          {comments(level)}
        </div>
      </article>
      <LoadWhenVisible
        part={relatedLevels}
        id="related"
        props={{ level }}
        fallback={<RelatedLevelsPlaceholder />}
      />
    </Page>
  );
}

/** A level's page. Other features fill its slots. */
export function LevelScreen(slots: LevelSlots) {
  const { id } = useParams();
  const { level, isMissing, isError, error, refetch, isFetching } = useLevel(id);
  if (isMissing) return <MissingLevel />;
  if (level) return <LevelBody level={level} {...slots} />;
  if (!isError) return <LevelSkeleton />;
  return (
    <Page title={levelsText.title} heading={null}>
      <ErrorState error={error} onRetry={() => refetch()} busy={isFetching} />
    </Page>
  );
}
