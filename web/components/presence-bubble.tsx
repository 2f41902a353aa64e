import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PresenceState } from "#domain/presence/presence.ts";
import { cx } from "#web/ui/cx.ts";
import { controlsText } from "#web/ui/text/controls.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./presence-bubble.module.css";

/** A dot for online or playing. Renders nothing for users who are away. */
export function PresenceBubble({ online, player }: PresenceState) {
  if (!online && !player) return null;
  const label = player ? controlsText.playing(player.level.title_tooltip) : controlsText.online;
  return (
    <Tooltip text={label} silent>
      <span className={cx(styles.bubble, player && styles.playing)} role="img" aria-label={label}>
        {player && <Play aria-hidden />}
      </span>
    </Tooltip>
  );
}

/** A user's presence as text, linked to the level if it is public. Renders `fallback` for users who are away. */
export function PresenceText({ online, player, fallback }: PresenceState & { fallback?: ReactNode }) {
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
  return fallback;
}

export function WithBubble({ bubble, children }: { bubble: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.face}>
      {children}
      <span className={styles.corner}>{bubble}</span>
    </span>
  );
}
