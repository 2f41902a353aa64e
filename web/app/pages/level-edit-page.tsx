import { EditLevelScreen } from "#web/features/levels/pages/edit-level-screen.tsx";
import { LazyStatistics } from "#web/features/statistics/lazy-statistics.tsx";

/** Edits a level, with its statistics. */
export default function LevelEditPage() {
  return <EditLevelScreen statistics={(level) => <LazyStatistics level={level} />} />;
}
