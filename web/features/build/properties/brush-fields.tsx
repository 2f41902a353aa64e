import { useBuilder, useEditorState } from "../builder-context.ts";
import { brushText as text } from "../text/builder.ts";
import { BlockColorField } from "./block-color-field.tsx";
import { MaterialField } from "./material-field.tsx";
import styles from "./properties.module.css";

/** The look of the next block, while nothing is selected. */
export function BrushFields() {
  const { editor } = useBuilder();
  const { color, material } = useEditorState((state) => state.brush);
  return (
    <div className={styles.panel}>
      <p className={styles.hint}>{text.noneHint}</p>
      <h2 className={styles.heading}>{text.brush}</h2>
      <BlockColorField value={color} onChange={(next) => editor.setBrush({ color: next })} />
      <MaterialField value={material} onChange={(next) => editor.setBrush({ material: next })} />
    </div>
  );
}
