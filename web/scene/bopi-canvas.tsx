import { RotateCcw, RotateCw } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { Worn } from "#domain/avatar/model/assemble.ts";
import { sceneText } from "#web/text/scene.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { Figure } from "./figure.tsx";
import { loadWorn } from "./load.ts";
import { type LocalItem, type PreviewLook, withLocal } from "./look.ts";
import { useOrbit } from "./orbit.ts";
import styles from "./preview.module.css";
import { Stage } from "./stage.tsx";

export interface BopiCanvasProps {
  look: PreviewLook;
  local: LocalItem | null;
  label: string;
  /** The first picture is there. */
  onReady: () => void;
  /** The graphics card took the context away. */
  onLost: () => void;
}

const QUARTER = Math.PI / 4;

/** What is worn, as soon as its files are here; until then what was worn before. */
function useWorn(look: PreviewLook): Worn | null {
  const [worn, setWorn] = useState<Worn | null>(null);
  const key = Object.entries(look.items)
    .map(([slot, item]) => `${slot}:${item?.uuid ?? ""}`)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters of the items
  useEffect(() => {
    let current = true;
    loadWorn(look.items).then(
      (loaded) => current && setWorn(loaded),
      () => current && toast(sceneText.notLoaded, { tone: "bad" }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return worn;
}

/** The canvas itself; loaded when it is first wanted. */
export default function BopiCanvas({ look, local, label, onReady, onLost }: BopiCanvasProps) {
  const worn = useWorn(look);
  const orbit = useOrbit();
  const still = useReducedMotion();
  const dressed = useMemo(() => worn && withLocal(worn, local), [worn, local]);
  if (!dressed) return null;
  return (
    <>
      <div className={styles.canvas} role="img" aria-label={label} {...orbit.handlers}>
        <Stage still={still} onLost={onLost}>
          <Figure colors={look.colors} worn={dressed} orbit={orbit.state} still={still} onDrawn={onReady} />
        </Stage>
      </div>
      <div className={styles.turns}>
        <IconButton
          icon={RotateCw}
          label={sceneText.turnLeft}
          variant="solid"
          onClick={() => orbit.turn(-QUARTER)}
        />
        <IconButton
          icon={RotateCcw}
          label={sceneText.turnRight}
          variant="solid"
          onClick={() => orbit.turn(QUARTER)}
        />
      </div>
    </>
  );
}

const REDUCED = "(prefers-reduced-motion: reduce)";

/** Whether less motion is wished for, now. */
function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(() => matchMedia(REDUCED).matches);
  useEffect(() => {
    const query = matchMedia(REDUCED);
    const follow = () => setReduced(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return reduced;
}
