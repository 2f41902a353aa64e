import type { Removal } from "#domain/moderation/api.ts";
import { undoText } from "#web/components/text/undo.ts";
import { UndoRemoval } from "#web/components/undo/undo-removal.tsx";
import { Section } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { staffUsersText as text } from "../text/staff-users.ts";
import styles from "./users.module.css";

/** Lists what staff removed from someone within the last day, to undo it. Renders nothing without any. */
export function RecentRemovals({ removals }: { removals: readonly Removal[] }) {
  if (removals.length === 0) return null;
  return (
    <Section heading={text.removals}>
      <ul className={styles.rows}>
        {removals.map((removal) => (
          <li key={`${removal.type} ${removal.target}`} className={styles.row}>
            <span>
              {undoText.kind(removal.type)} <b dir="auto">{removal.name}</b>
            </span>
            <span className={styles.muted}>
              <RelativeTime value={removal.removed_at} />
            </span>
            <span className={styles.side}>
              <UndoRemoval removal={removal} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
