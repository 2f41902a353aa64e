import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Removal } from "#domain/moderation/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Badge } from "#web/ui/card.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { undoText as text } from "../text/undo.ts";
import styles from "./undo.module.css";

const undoForm = lazyPart(() => import("./undo-form.tsx"));

/** The button that undoes a removal, or a label if that was done. Renders nothing once it is too late. */
export function UndoRemoval({ removal }: { removal: Removal }) {
  const [isOpen, setOpen] = useState(false);
  const { type, name, restored_at, can_undo, until } = removal;
  if (restored_at !== null) return <Badge>{text.undone}</Badge>;
  if (!can_undo) return null;
  return (
    <div className={styles.undo}>
      <Button
        icon={Undo2}
        size="s"
        aria-label={text.undoOf(name || text.kind(type))}
        onClick={() => setOpen(true)}
      >
        {text.undo}
      </Button>
      <span className={styles.until}>
        {text.until} {formatDateTime(until)}
      </span>
      {isOpen && <OnDemand part={undoForm} props={{ removal, onClose: () => setOpen(false) }} />}
    </div>
  );
}
