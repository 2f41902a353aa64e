import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Presence } from "#domain/presence/presence.ts";
import { controlsText } from "#web/text/controls.ts";
import { cx } from "./cx.ts";
import styles from "./presence-bubble.module.css";
import { Tooltip } from "./tooltip.tsx";

/** A dot that tells where somebody is: playing shows over online, and nobody who is away has one. */
export function PresenceBubble({ online, player }: Presence) {
  if (!online && !player) return null;
  const words = player ? controlsText.playing(player.level.title_tooltip) : controlsText.online;
  return (
    <Tooltip text={words} silent>
      <span className={cx(styles.bubble, player && styles.playing)} role="img" aria-label={words}>
        {player && <Play aria-hidden />}
      </span>
    </Tooltip>
  );
}

/** The same in words, linked to a level that everybody may see; `otherwise` stands there while somebody is away. */
export function PresenceWords({ online, player, otherwise }: Presence & { otherwise?: ReactNode }) {
  if (player) {
    const { id, title_tooltip } = player.level;
    return (
      <span className={styles.playingWords}>
        {controlsText.playingBefore}
        {id === null ? title_tooltip : <Link to={`/levels/${id}`}>{title_tooltip}</Link>}
      </span>
    );
  }
  if (online) return <span className={styles.onlineWords}>{controlsText.online}</span>;
  return otherwise;
}

/** A headshot with a bubble on its corner. */
export function WithBubble({ bubble, children }: { bubble: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.face}>
      {children}
      <span className={styles.corner}>{bubble}</span>
    </span>
  );
}
