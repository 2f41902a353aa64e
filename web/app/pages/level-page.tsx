import { LevelScreen } from "#web/features/levels/level-screen.tsx";

/** A level's page, composed of what several features know about it. */
export default function LevelPage() {
  return <LevelScreen rating={() => null} comments={() => null} />;
}
