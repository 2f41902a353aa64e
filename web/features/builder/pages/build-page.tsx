import { lazyPart } from "#web/ui/on-demand.tsx";
import { BuilderScreen } from "../builder-screen.tsx";
import type { TestHudProps } from "../test/test-layer.tsx";

const testHud = lazyPart<TestHudProps>(() => import("./test-hud.tsx"));

/** Builds a level. The page has no bar and no footer. */
export default function BuildPage() {
  return <BuilderScreen testHud={testHud} />;
}
