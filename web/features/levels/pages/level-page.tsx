import { useQueryClient } from "@tanstack/react-query";
import { Lock, Rotate3d } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useParams } from "react-router";
import type { Level } from "#domain/levels/api.ts";
import { levelPictureSource } from "#domain/levels/picture-source.ts";
import bylines from "#web/components/byline.module.css";
import { Fact } from "#web/components/fact.tsx";
import { Person } from "#web/components/person.tsx";
import { LazyMenu } from "#web/components/popover/lazy-menu.tsx";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { CommentsSection } from "#web/features/comments/comments-section.tsx";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import LevelRating from "#web/features/ratings/pages/level-rating.tsx";
import { at, invalidate } from "#web/lib/cache.ts";
import { usePlayerCount } from "#web/lib/live/player-count.ts";
import { useUser } from "#web/lib/user.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { TextLink } from "#web/ui/link.tsx";
import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Page } from "#web/ui/page.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton, SkeletonText } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import { ClearsBox, ClearsPlaceholder } from "../../clears/clears-placeholder.tsx";
import type { ClearsSectionProps } from "../../clears/clears-section.tsx";
import styles from "../level.module.css";
import { LevelActions } from "../level-actions.tsx";
import { isDrawing, useLevel } from "../level-query.ts";
import { LevelRevisions } from "../level-revisions.tsx";
import { MissingLevel } from "../missing-level.tsx";
import { RelatedLevelsPlaceholder } from "../related-levels-placeholder.tsx";
import { levelText } from "../text/level.ts";
import { levelsText } from "../text/levels.ts";

/** Says of a level that no one who builds it has cleared it as it is. */
export function ClearStateBadge({ level: { clear_state } }: { level: Pick<Level, "clear_state"> }) {
  if (clear_state !== "not_cleared") return null;
  return (
    <Tooltip text={levelText.notClearedHint} focusable>
      <Badge>{levelText.notCleared}</Badge>
    </Tooltip>
  );
}

export function ClearHelp({ level }: { level: Pick<Level, "id" | "clear_state" | "can_build"> }) {
  if (level.clear_state !== "not_cleared" || !level.can_build) return null;
  return (
    <p className={styles.muted}>
      {levelText.howToClear} <TextLink to={`/build/${level.id}`}>{levelText.openBuilder}</TextLink>
    </p>
  );
}

const worldOrbit = lazyPart<{ levelId: number; title: string; onClose: () => void }>(
  () => import("../world-orbit.tsx"),
);

function LevelPicture({ level }: { level: Level }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <figure className={styles.picture}>
      <img
        {...levelPictureSource(level)}
        width={1280}
        height={720}
        alt={levelText.picture(level.title)}
        fetchPriority="high"
      />
      {isDrawing(level) && (
        <figcaption className={styles.drawing}>
          <span role="status">{levelText.drawing}</span>
        </figcaption>
      )}
      {isOpen ? (
        <OnDemand
          part={worldOrbit}
          props={{ levelId: level.id, title: level.title, onClose: close }}
          fallback={
            <p className={styles.viewStatus} role="status">
              {levelText.viewLoading}
            </p>
          }
        />
      ) : (
        <Button
          ref={button}
          size="s"
          icon={Rotate3d}
          className={styles.view}
          onPointerEnter={worldOrbit.preload}
          onClick={() => setOpen(true)}
        >
          {levelText.view}
        </Button>
      )}
    </figure>
  );
}

const section = lazyPart<ClearsSectionProps>(() => import("../../clears/clears-section.tsx"));

const fallback = (props: ClearsSectionProps) => (
  <ClearsBox>
    <ClearsPlaceholder {...props} />
  </ClearsBox>
);

const LazyClears = (props: ClearsSectionProps) => (
  <LoadWhenVisible part={section} props={props} id="clears" fallback={fallback(props)} />
);

const Tasks = lazy(() => loadWithRetries(() => import("../../events/level-tasks.tsx")));

function LevelTasksSlot({ levelId, shown }: { levelId: number; shown: boolean }) {
  if (!shown) return null;
  return (
    <Suspense fallback={<div style={{ minHeight: 220 }} aria-busy />}>
      <Tasks levelId={levelId} />
    </Suspense>
  );
}

const commentMenu = lazyPart(() => import("#web/features/comments/pages/comment-menu.tsx"));
const levelMenu = lazyPart(() => import("./level-menu.tsx"));
const relatedLevels = lazyPart(() => import("../related-levels.tsx"));

/** Downloads the player's code. Errors show when the level is played. */
function preloadPlayer(): void {
  import("#web/game/game.ts").catch(() => {});
  import("#web/features/play/pages/play-page.tsx").catch(() => {});
  import("#web/features/play/level-stage.tsx").catch(() => {});
  import("#web/game/world/scenery.ts").catch(() => {});
}

/** Downloads what members need besides, to play with others. */
function preloadTogether(): void {
  preloadPlayer();
  import("#web/features/play/room/room-session.ts").catch(() => {});
  import("#web/features/play/room/room-layer.tsx").catch(() => {});
  import("#web/game/room/game-room.ts").catch(() => {});
}

function Badges({ level }: { level: Level }) {
  const { event, challenge, visibility, category, featured } = level;
  const players = usePlayerCount(level.id, level.players_count);
  return (
    <div className={styles.badges}>
      {players > 0 && <Badge tone="playing">{levelText.playing(players)}</Badge>}
      {event && <Badge color={event.highlight_color}>{levelText.event(event.short_name)}</Badge>}
      {challenge && <Badge tone="accent">{levelText.challenge(challenge.name)}</Badge>}
      {featured && <Badge tone="accent">{levelText.featured}</Badge>}
      {category && <Badge>{levelCategoriesText[category]}</Badge>}
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

function LevelBody({ level }: { level: Level }) {
  const isMember = useUser() !== null;
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
              <FollowButton creator={level.user} following={level.follows_creator} size="s" />
            </p>
            <LevelActions
              level={level}
              preloadPlayer={isMember ? preloadTogether : preloadPlayer}
              menu={(groups) => <LazyMenu part={levelMenu} variant="solid" props={{ level, groups }} />}
            />
            <ClearHelp level={level} />
            <div className={styles.rating}>
              <LevelRating
                level={level}
                refresh={() => void invalidate(client, [at("/api/levels/{id}", { id: level.id })])}
              />
              <TextLink className={styles.viewRatings} to={`/ratings?level_id=${level.id}`}>
                {levelText.viewRatings}
              </TextLink>
            </div>
          </header>
          <LevelTasksSlot levelId={level.id} shown={level.event !== null || level.challenge !== null} />
          <Card className={styles.facts}>
            <dl className={styles.counts}>
              {COUNTS.map(([name, key]) => (
                <Fact key={name} name={levelText[name]}>
                  <CompactNumber value={level[key]} />
                </Fact>
              ))}
            </dl>
            <dl className={styles.dates}>
              <Fact name={levelText.created}>
                <RelativeTime value={level.created_at} />
              </Fact>
              <Fact name={levelText.updated}>
                <RelativeTime value={level.updated_at} />
              </Fact>
            </dl>
          </Card>
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
          <LazyClears level={level} total={level.clears_count} />
          <CommentsSection
            type="level"
            id={level.id}
            disabled={!level.comments_enabled}
            menu={(comment, actions) => <LazyMenu part={commentMenu} props={{ comment, ...actions }} />}
          />
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

export default function LevelPage() {
  const { id } = useParams();
  const { level, isMissing, ...query } = useLevel(id);
  if (isMissing) return <MissingLevel />;
  if (level) return <LevelBody level={level} />;
  return (
    <Page title={levelsText.title} heading={null}>
      <QueryError query={query} />
      {!query.isError && (
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
      )}
    </Page>
  );
}
