import { NewLevelScreen } from "#web/features/builder/start/new-level-screen.tsx";
import { WorldPicture } from "#web/features/levels/form/world-picture.tsx";

/** Starts a new level in the builder. */
export default function BuildNewPage() {
  return <NewLevelScreen picture={(world, name) => <WorldPicture world={world} name={name} />} />;
}
