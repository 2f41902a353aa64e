import type { OutputOf } from "#domain/api/route.ts";
import { formatDuration } from "#domain/duration.ts";
import type { homeRoute } from "#domain/home/api.ts";
import { LevelCard } from "#web/components/levels/level-card.tsx";
import { MoreLink } from "#web/ui/more-link.tsx";
import { Section } from "#web/ui/page.tsx";
import styles from "./home.module.css";
import { memberHomeText } from "./text/member-home.ts";

const noteOf = (best: number | null) =>
  best === null ? memberHomeText.notCleared : memberHomeText.best(formatDuration(best));

/** The levels that the member played last, with their best time. Renders nothing if there are none. */
export function ContinueRow({ levels = [] }: { levels: OutputOf<typeof homeRoute>["recent"] | undefined }) {
  if (levels.length === 0) return null;
  return (
    <Section
      heading={memberHomeText.recent}
      actions={<MoreLink to="/levels?filter=playedByUser&order=played_at" label={memberHomeText.allRecent} />}
    >
      <div className={styles.continue}>
        {levels.map((level) => (
          <LevelCard key={level.id} level={level} variant="wide" note={noteOf(level.best_ms)} eager />
        ))}
      </div>
    </Section>
  );
}
