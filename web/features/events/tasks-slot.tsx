import { lazy, Suspense, useState } from "react";
import { uiText } from "#web/text/ui.ts";
import { Guard } from "#web/ui/guard.tsx";
import { toast } from "#web/ui/toast-store.ts";

const Tasks = lazy(() => import("./level-tasks.tsx"));

/** The place of a level's challenge and event; their code comes for levels that have one. */
export function LevelTasksSlot({ levelId, shown }: { levelId: number; shown: boolean }) {
  const [failed, setFailed] = useState(false);
  if (!shown || failed) return null;
  const onFail = () => {
    setFailed(true);
    toast(uiText.notLoaded, { tone: "bad" });
  };
  return (
    <Guard onFail={onFail}>
      <Suspense fallback={<div style={{ minHeight: 220 }} aria-busy />}>
        <Tasks levelId={levelId} />
      </Suspense>
    </Guard>
  );
}
