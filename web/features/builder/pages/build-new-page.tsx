import { WorldPicture } from "#web/features/levels/form/world-picture.tsx";
import { NewLevelScreen } from "../start/new-level-screen.tsx";

/** Starts a new level in the builder. */
export default function BuildNewPage() {
  return <NewLevelScreen picture={(world, name) => <WorldPicture world={world} name={name} />} />;
}
