import { LazyStatistics } from "#web/features/statistics/lazy-statistics.tsx";
import { EditLevelScreen } from "./edit-level-screen.tsx";

/** Edits a level, with its statistics. */
export default function LevelEditPage() {
  return <EditLevelScreen statistics={(level) => <LazyStatistics level={level} />} />;
}
