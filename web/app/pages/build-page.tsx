import { BuilderScreen } from "#web/features/builder/builder-screen.tsx";
import type { TestHudProps } from "#web/features/builder/test/test-layer.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";

const testHud = lazyPart<TestHudProps>(() => import("./test-hud.tsx"));

/** Builds a level. The page has no bar and no footer. */
export default function BuildPage() {
  return <BuilderScreen testHud={testHud} />;
}
