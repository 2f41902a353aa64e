import { RotateCcw, RotateCw } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { EquippedItems } from "#domain/avatar/model/assemble-bopi.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { BopiFigure } from "./figure.tsx";
import { loadEquipped } from "./load.ts";
import { type LocalItem, type PreviewLook, withLocalItem } from "./look.ts";
import { useOrbit } from "./orbit.ts";
import styles from "./preview.module.css";
import { Stage } from "./stage.tsx";
import { sceneText } from "./text.ts";

export interface BopiCanvasProps {
  look: PreviewLook;
  localItem: LocalItem | null;
  /** Each new number makes the bopi hop. */
  hops: number;
  label: string;
  /** The first frame has been drawn. */
  onReady: () => void;
  /** The WebGL context was lost. */
  onLost: () => void;
}

const QUARTER = Math.PI / 4;

/** Returns the loaded equipped items; the previous ones while new files load. */
function useEquipped(look: PreviewLook): EquippedItems | null {
  const [equipped, setEquipped] = useState<EquippedItems | null>(null);
  const key = Object.entries(look.items)
    .map(([slot, item]) => `${slot}:${item?.uuid ?? ""}`)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the items
  useEffect(() => {
    let current = true;
    loadEquipped(look.items).then(
      (loaded) => current && setEquipped(loaded),
      () => current && toast(sceneText.notLoaded, { tone: "bad" }),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return equipped;
}

/** The canvas, loaded when it is first needed. */
export default function BopiCanvas({ look, localItem, hops, label, onReady, onLost }: BopiCanvasProps) {
  const equipped = useEquipped(look);
  const orbit = useOrbit();
  const still = useReducedMotion();
  const dressed = useMemo(() => equipped && withLocalItem(equipped, localItem), [equipped, localItem]);
  if (!dressed) return null;
  return (
    <>
      <div className={styles.canvas} role="img" aria-label={label} {...orbit.handlers}>
        <Stage still={still} onLost={onLost}>
          <BopiFigure
            colors={look.colors}
            equipped={dressed}
            orbit={orbit.state}
            hops={hops}
            still={still}
            onDrawn={onReady}
          />
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

/** Whether the user prefers reduced motion. Updates when that changes. */
function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(() => matchMedia(REDUCED).matches);
  useEffect(() => {
    const query = matchMedia(REDUCED);
    const update = () => setReduced(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return reduced;
}
