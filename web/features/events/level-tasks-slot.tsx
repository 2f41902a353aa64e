import { lazy, Suspense } from "react";
import { loadWithRetries } from "#web/ui/chunks.ts";

const Tasks = lazy(() => loadWithRetries(() => import("./level-tasks.tsx")));

/** A level's challenge and event. Their code only loads for levels that have one. */
export function LevelTasksSlot({ levelId, shown }: { levelId: number; shown: boolean }) {
  if (!shown) return null;
  return (
    <Suspense fallback={<div style={{ minHeight: 220 }} aria-busy />}>
      <Tasks levelId={levelId} />
    </Suspense>
  );
}
