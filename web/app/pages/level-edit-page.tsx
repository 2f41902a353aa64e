import { EditScreen } from "#web/features/levels/pages/edit-page.tsx";
import { LateStatistics } from "#web/features/statistics/late-statistics.tsx";

/** Changes a level, and tells its creator what happened in it. */
export default function LevelEditPage() {
  return <EditScreen statistics={(level) => <LateStatistics level={level} />} />;
}
