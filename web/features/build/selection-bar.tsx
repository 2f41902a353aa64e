import { CopyPlus, Crosshair, Ellipsis, Trash2, X } from "lucide-react";
import { useBuilder, useEditorState } from "./builder-context.ts";
import { MenuButton } from "./menu-button.tsx";
import styles from "./selection-bar.module.css";
import { builderText } from "./text/builder.ts";
import { CommandButton, ToolButton } from "./tool-button.tsx";
import { ToolRow } from "./tool-row.tsx";

export default function SelectionBar() {
  const { editor } = useBuilder();
  const count = useEditorState((state) => state.selection.length);
  return (
    <ToolRow label={builderText.selectionBar} className={styles.bar}>
      <span className={styles.count}>{builderText.selection(count)}</span>
      <CommandButton command="duplicate" icon={CopyPlus} />
      <CommandButton command="delete" icon={Trash2} />
      <CommandButton command="focus" icon={Crosshair} />
      <MenuButton menu="edit" icon={Ellipsis} label={builderText.more} />
      <ToolButton icon={X} label={builderText.deselect} onClick={() => editor.select([])} />
    </ToolRow>
  );
}
