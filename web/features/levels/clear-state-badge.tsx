import type { Level } from "#domain/levels/api.ts";
import { Badge } from "#web/ui/card.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./level.module.css";
import { levelText } from "./text/level.ts";

/** Says of a level that no one who builds it has cleared it as it is. */
export function ClearStateBadge({ level: { clear_state } }: { level: Pick<Level, "clear_state"> }) {
  if (clear_state !== "not_cleared") return null;
  return (
    <Tooltip text={levelText.notClearedHint} focusable>
      <Badge>{levelText.notCleared}</Badge>
    </Tooltip>
  );
}

/** Explains to those who build the level how to clear it. */
export function ClearHelp({ level }: { level: Pick<Level, "id" | "clear_state" | "can_build"> }) {
  if (level.clear_state !== "not_cleared" || !level.can_build) return null;
  return (
    <p className={styles.muted}>
      {levelText.howToClear} <TextLink to={`/build/${level.id}`}>{levelText.openBuilder}</TextLink>
    </p>
  );
}
