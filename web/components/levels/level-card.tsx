import { Lock, Play } from "lucide-react";
import { Link } from "react-router";
import type { LevelCardData as Level } from "#domain/levels/card.ts";
import { usePlayerCount } from "#web/lib/live/player-count.ts";
import { Badge, Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import link from "#web/ui/whole-link.module.css";
import { playUrl } from "../play/play-url.ts";
import roundPlayLinkStyles from "../play/round-play-link.module.css";
import playing from "../playing-count.module.css";
import { levelCardText } from "../text/level-card.ts";
import { UserName } from "../user-name.tsx";
import styles from "./level-card.module.css";

/** The Play button on a level card's picture. `data-play` lets the desktop client open it instead (watch-play-links.ts). */
const RoundPlayLink = ({ level: { id, title } }: { level: { id: number; title: string } }) => (
  <Link
    className={roundPlayLinkStyles.round}
    to={playUrl(id)}
    data-play={id}
    aria-label={levelCardText.play(title)}
  >
    <Play aria-hidden />
  </Link>
);

function CardBadge({ event, challenge, visibility }: Pick<Level, "event" | "challenge" | "visibility">) {
  if (event) {
    return (
      <Badge className={styles.badge} color={event.highlight_color}>
        {event.short_name}
      </Badge>
    );
  }
  if (challenge) {
    return (
      <Badge className={styles.badge} tone="accent">
        {challenge.name}
      </Badge>
    );
  }
  if (visibility === "private") {
    return (
      <Badge className={styles.badge}>
        <Lock aria-hidden />
        {levelCardText.private}
      </Badge>
    );
  }
  return null;
}

/** "4.2" of 5 stars from a mean of 0 to 10. */
const starsOf = (rating: number) => (rating / 2).toFixed(1);

/** The level's rating and how long a clear usually takes. Free roam has no goal, so no length. */
function Facts({ level: { rating, clear_ms, category } }: { level: Level }) {
  return (
    <p className={styles.facts}>
      {rating > 0 && (
        <span>
          <span aria-hidden>★ {starsOf(rating)}</span>
          <span className="sr-only">{levelCardText.rating(starsOf(rating))}</span>
        </span>
      )}
      {clear_ms !== null && <span>{levelCardText.length(clear_ms)}</span>}
      {clear_ms === null && category !== "free roam" && <span>{levelCardText.notCleared}</span>}
    </p>
  );
}

export interface LevelCardProps {
  level: Level;
  /** `ranked`: a row with its number; `wide`: a row; `small`: a picture with its title and creator. */
  variant?: "ranked" | "wide" | "small" | undefined;
  rank?: number | undefined;
  /** Replaces the rating and length. */
  note?: string | undefined;
  /** Visible without scrolling: its picture is not lazy-loaded. */
  eager?: boolean;
}

export function LevelCard({ level, eager = false, variant, rank, note }: LevelCardProps) {
  const { user } = level;
  const players = usePlayerCount(level.id, level.players_count);
  return (
    <Card lift flush className={cx(styles.card, variant && styles[variant])}>
      {rank && (
        <span className={styles.rank} aria-hidden>
          {rank}
        </span>
      )}
      <img
        className={styles.picture}
        src={level.thumbnail_url}
        width={640}
        height={360}
        alt=""
        loading={eager ? "eager" : "lazy"}
        decoding="async"
      />
      <CardBadge event={level.event} challenge={level.challenge} visibility={level.visibility} />
      <div className={styles.play}>
        <RoundPlayLink level={level} />
      </div>
      <div className={styles.text}>
        <h3 className={cx(styles.title, link.whole)} dir="auto">
          <Link to={level.url}>{level.title}</Link>
        </h3>
        {note ? <p className={styles.facts}>{note}</p> : variant !== "small" && <Facts level={level} />}
        <div className={styles.footer}>
          <Link className={styles.creator} to={user.url}>
            {levelCardText.by}
            <UserName user={user} />
          </Link>
          {players > 0 && <span className={playing.playing}>{levelCardText.playing(players)}</span>}
        </div>
      </div>
    </Card>
  );
}

export function LevelCardSkeleton() {
  return (
    <Card flush aria-hidden>
      <Skeleton ratio="16 / 9" />
      <div className={cx(styles.text, styles.skeleton)}>
        <Skeleton width="80%" height={20} />
        <Skeleton width="50%" height={16} />
      </div>
    </Card>
  );
}
