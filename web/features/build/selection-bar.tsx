import { CopyPlus, Crosshair, Ellipsis, Trash2, X } from "lucide-react";
import { useBuilder, useEditorState } from "./builder-context.ts";
import { MenuButton } from "./menu-button.tsx";
import styles from "./selection-bar.module.css";
import { commandText, builderMenuText as text } from "./text/builder-menu.ts";
import { CommandButton, ToolButton } from "./tool-button.tsx";
import { ToolRow } from "./tool-row.tsx";

export default function SelectionBar() {
  const { editor } = useBuilder();
  const count = useEditorState((state) => state.selection.length);
  return (
    <ToolRow label={text.selectionBar} className={styles.bar}>
      <span className={styles.count}>{text.selection(count)}</span>
      <CommandButton command="duplicate" label={commandText.duplicate} icon={CopyPlus} />
      <CommandButton command="delete" label={commandText.delete} icon={Trash2} />
      <CommandButton command="focus" label={commandText.focus} icon={Crosshair} />
      <MenuButton menu="edit" icon={Ellipsis} label={text.more} />
      <ToolButton icon={X} label={text.deselect} onClick={() => editor.select([])} />
    </ToolRow>
  );
}
