import { lazy, Suspense } from "react";
import { keepLoading } from "#web/ui/chunks.ts";

const Tasks = lazy(() => keepLoading(() => import("./level-tasks.tsx")));

/** The place of a level's challenge and event; their code comes for levels that have one. */
export function LevelTasksSlot({ levelId, shown }: { levelId: number; shown: boolean }) {
  if (!shown) return null;
  return (
    <Suspense fallback={<div style={{ minHeight: 220 }} aria-busy />}>
      <Tasks levelId={levelId} />
    </Suspense>
  );
}
