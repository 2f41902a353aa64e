import type { ReactNode } from "react";
import { Link } from "react-router";
import type { UserCard } from "#domain/api/response.ts";
import type { ItemCardData } from "#domain/items/item-card.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { ItemCost } from "#web/components/item-cost.tsx";
import playing from "#web/components/playing-count.module.css";
import { levelCardText } from "#web/components/text/level-card.ts";
import { UserName } from "#web/components/user-name.tsx";
import { usePlayerCount } from "#web/lib/live/player-count.ts";
import { useItemPicture } from "#web/lib/pictures.ts";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import link from "#web/ui/whole-link.module.css";
import styles from "./embed-card.module.css";
import { forumsText } from "./text/forums.ts";

interface EmbedProps {
  picture: string;
  pictureClass: string | undefined;
  to: string;
  name: string;
  by: string;
  user: UserCard;
  children: ReactNode;
}

function EmbedFrame({ picture, pictureClass, to, name, by, user, children }: EmbedProps) {
  return (
    <Card lift flush className={styles.card}>
      <img className={pictureClass} src={picture} alt="" loading="lazy" decoding="async" />
      <div className={styles.text}>
        <p className={cx(styles.name, link.whole)} dir="auto">
          <Link to={to}>{name}</Link>
        </p>
        <p className={styles.by}>
          {by}
          <UserName user={user} />
        </p>
        {children}
      </div>
    </Card>
  );
}

/** A level in a post, with its number of players. */
export function LevelEmbedCard({ level }: { level: LevelCardData }) {
  const players = usePlayerCount(level.id, level.players_count);
  return (
    <EmbedFrame
      picture={level.thumbnail_url}
      pictureClass={styles.wide}
      to={level.url}
      name={level.title}
      by={forumsText.levelBy}
      user={level.user}
    >
      {players > 0 && <p className={cx(playing.playing, styles.small)}>{levelCardText.playing(players)}</p>}
    </EmbedFrame>
  );
}

/** An item in a post, with its price. */
export function ItemEmbedCard({ item }: { item: ItemCardData }) {
  return (
    <EmbedFrame
      picture={useItemPicture(item)}
      pictureClass={styles.square}
      to={`/items/${item.id}`}
      name={item.name}
      by={forumsText.itemBy}
      user={item.user}
    >
      <p className={styles.cost}>
        <ItemCost item={item} />
      </p>
    </EmbedFrame>
  );
}

/** Replaces a level or item that doesn't exist or isn't visible to the user. */
export const MissingEmbedCard = ({ type }: { type: "level" | "item" }) => (
  <p className={styles.missing}>{forumsText.embeds[type]}</p>
);
