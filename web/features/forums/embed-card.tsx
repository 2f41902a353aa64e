import type { ReactNode } from "react";
import { Link } from "react-router";
import type { UserCard } from "#domain/api/answers.ts";
import type { ItemCard } from "#domain/items/entity.ts";
import type { LevelCard } from "#domain/levels/card.ts";
import { usePlaying } from "#web/lib/live/playing.ts";
import { forumsText } from "#web/text/forums.ts";
import { levelCardText } from "#web/text/level-card.ts";
import { Card } from "#web/ui/card.tsx";
import { cx } from "#web/ui/cx.ts";
import { ItemCost } from "#web/ui/item-card.tsx";
import { UserName } from "#web/ui/user-name.tsx";
import link from "#web/ui/whole-link.module.css";
import styles from "./embed-card.module.css";

interface EmbedProps {
  picture: string;
  pictureClass: string | undefined;
  to: string;
  name: string;
  by: string;
  user: UserCard;
  children: ReactNode;
}

function Embed({ picture, pictureClass, to, name, by, user, children }: EmbedProps) {
  return (
    <Card lift flush className={styles.card}>
      <img className={pictureClass} src={picture} alt="" loading="lazy" decoding="async" />
      <div className={styles.words}>
        <p className={cx(styles.name, link.whole)}>
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

/** A level in a post, and how many play it now. */
export function LevelEmbed({ level }: { level: LevelCard }) {
  const players = usePlaying(level.id, level.players_count);
  return (
    <Embed
      picture={level.thumbnail_url}
      pictureClass={styles.wide}
      to={level.url}
      name={level.title}
      by={forumsText.levelBy}
      user={level.user}
    >
      {players > 0 && <p className={styles.playing}>{levelCardText.playing(players)}</p>}
    </Embed>
  );
}

/** An item in a post, and what it costs. */
export function ItemEmbed({ item }: { item: ItemCard }) {
  return (
    <Embed
      picture={item.thumbnail_url}
      pictureClass={styles.square}
      to={`/items/${item.id}`}
      name={item.name}
      by={forumsText.itemBy}
      user={item.user}
    >
      <p className={styles.cost}>
        <ItemCost item={item} />
      </p>
    </Embed>
  );
}

/** In the place of one that is not there, or not for who reads. */
export const MissingEmbed = ({ type }: { type: "level" | "item" }) => (
  <p className={styles.missing}>{forumsText.embeds[type]}</p>
);
