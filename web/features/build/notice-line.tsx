import { useEffect, useRef, useState } from "react";
import { useBuilder, useDevice, useEditorState, useStore } from "./builder-context.ts";
import styles from "./notice-line.module.css";
import { partName, selectionName } from "./part-names.ts";
import { builderText, commandText, partText, builderNoticeText as text } from "./text/builder.ts";

/** How long a sentence can be seen. Screen readers say it once. */
const SHOWN_MS = 3_500;

/** Names the selection in a sentence; empty before anything was selected. */
function useSelectionSentence(): string {
  const { session } = useBuilder();
  const selection = useEditorState((state) => state.selection);
  const hasHadSelection = useRef(false);
  if (selection.length > 0) hasHadSelection.current = true;
  if (selection.length === 0) return hasHadSelection.current ? text.deselected : "";
  return text.selected(selectionName(selection, (id) => session.model.document.get(id)));
}

/** How to place the thing that was chosen, in the words of the device in hand. */
function usePlacingHint(): string | null {
  const tool = useEditorState((state) => state.tool);
  const placing = useEditorState((state) => state.placing);
  const device = useDevice();
  if (tool !== "place") return null;
  const name =
    placing.kind === "parts"
      ? placing.name
      : placing.kind === "block"
        ? partText.shapes[placing.shape]
        : placing.kind === "hazard"
          ? partName({ ...placing, position: [0, 0, 0], size: [1, 1, 1] })
          : partText.kinds[placing.kind];
  const canBeLarger = (placing.kind === "block" || placing.kind === "hazard") && device !== "keys";
  const hint = `${name}: ${builderText.placingHint[device]}`;
  return canBeLarger ? `${hint} ${builderText.placingLarger}` : hint;
}

/** Shows for a moment what was done and how to go on. Screen readers say it. */
export function NoticeLine() {
  const { editor, message: messages, notify } = useBuilder();
  const message = useStore(messages);
  const [isShown, setShown] = useState(false);
  const measure = useEditorState((state) => state.measure);
  const tool = useEditorState((state) => state.tool);
  const selection = useSelectionSentence();
  const hint = usePlacingHint();
  useEffect(() => editor.onMessage(notify), [editor, notify]);
  useEffect(() => {
    if (!message) return;
    setShown(true);
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const visible = measure ?? (isShown ? message?.text : null) ?? hint;
  return (
    <div className={styles.line}>
      {visible && (
        <p className={styles.bubble} aria-hidden>
          {visible}
        </p>
      )}
      <p className="sr-only" role="status">
        {message?.text}
      </p>
      <p className="sr-only" role="status" data-selection-status>
        {selection}
      </p>
      <p className="sr-only" role="status">
        {tool === "place" ? hint : text.tool(commandText[`tool_${tool}`])}
      </p>
    </div>
  );
}
