import { useState } from "react";
import type { Vec3 } from "#domain/world/schema.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import { useBuilder, useEditorState } from "../builder-context.ts";
import { NumberField, RANGES } from "../properties/number-field.tsx";
import { VectorFields } from "../properties/vector-fields.tsx";
import { builderArrayText as text } from "../text/builder-array.ts";
import styles from "./dialogs.module.css";

const COUNT_RANGE = { min: 1, max: 200 };

export default function ArrayModal({ onClose }: { onClose: () => void }) {
  const { editor, session } = useBuilder();
  const selection = useEditorState((state) => state.selection);
  const grid = useEditorState((state) => state.snap.grid);
  const [count, setCount] = useState(3);
  // Beside each other, without a gap.
  const [by, setBy] = useState<Vec3>(() => {
    const first = selection
      .map((id) => session.model.document.get(id))
      .find((part) => part && "size" in part);
    return [first && "size" in first ? first.size[0] : 4, 0, 0];
  });
  const add = () => {
    editor.commands.repeat(Math.round(count), by);
    onClose();
  };
  return (
    <Modal
      open
      title={text.title}
      text={text.text}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button variant="primary" onClick={add}>
            {text.add}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <div>
          <span className={styles.label}>{text.count}</span>
          <NumberField
            label={text.count}
            sign="×"
            value={count}
            range={COUNT_RANGE}
            step={1}
            onChange={setCount}
          />
        </div>
        <VectorFields
          label={text.by}
          values={by}
          range={RANGES.by}
          step={grid}
          onChange={(axis, value) =>
            setBy((before) => before.map((old, i) => (i === axis ? value : old)) as Vec3)
          }
        />
        <p className={styles.note}>{text.total(Math.round(count) * selection.length)}</p>
      </div>
    </Modal>
  );
}
