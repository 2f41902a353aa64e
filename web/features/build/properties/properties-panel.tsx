import { HAZARD_KINDS } from "#domain/world/schema.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { useBuilder, useDocumentVersion, useEditorState } from "../builder-context.ts";
import { selectionName } from "../part-names.ts";
import { builderText, partText } from "../text/builder.ts";
import { builderPropertiesText as text } from "../text/builder-properties.ts";
import { BlockFields, ChoiceField, useEdit } from "./block-fields.tsx";
import { BrushFields } from "./brush-fields.tsx";
import { NumberField, RANGES } from "./number-field.tsx";
import styles from "./properties.module.css";
import {
  axisEdit,
  fieldEdit,
  MIXED,
  type PartEntry,
  partsWith,
  sharedAxis,
  sharedField,
} from "./shared-field.ts";
import { VectorFields } from "./vector-fields.tsx";

function useSelectedParts(): PartEntry[] {
  const { session } = useBuilder();
  useDocumentVersion();
  const { document } = session.model;
  return useEditorState((state) => state.selection).flatMap((id): PartEntry[] => {
    const part = document.get(id);
    return part ? [[id, part]] : [];
  });
}

function PlaceFields({ parts }: { parts: readonly PartEntry[] }) {
  const edit = useEdit();
  const snap = useEditorState((state) => state.snap);
  const vectors = [
    ["position", text.position, snap.grid],
    ["size", text.size, snap.grid],
    ["rotation", text.rotation, snap.angle],
  ] as const;
  return vectors.map(([field, label, step]) => {
    const having = partsWith(parts, field);
    return (
      having.length > 0 && (
        <VectorFields
          key={field}
          label={label}
          values={[0, 1, 2].map((axis) => sharedAxis(having, field, axis))}
          range={RANGES[field]}
          step={step}
          onChange={(axis, value) => edit(axisEdit(having, field, axis, value))}
        />
      )
    );
  });
}

/** The way that the spawn and checkpoints face. */
function YawField({ parts }: { parts: readonly PartEntry[] }) {
  const edit = useEdit();
  const angle = useEditorState((state) => state.snap.angle);
  const value = sharedField<number>(parts, "yaw");
  return (
    <div className={styles.group}>
      <span className={styles.label}>{text.yaw}</span>
      <NumberField
        label={text.yaw}
        sign={text.degrees}
        value={value === MIXED ? MIXED : (value ?? 0)}
        range={RANGES.yaw}
        step={angle}
        onChange={(yaw) => edit(fieldEdit(parts, "yaw", yaw === 0 ? null : yaw))}
      />
    </div>
  );
}

function LockField({ parts }: { parts: readonly PartEntry[] }) {
  const { editor } = useBuilder();
  const isLocked = sharedField<true>(parts, "locked") === true;
  return (
    <Switch
      label={text.locked}
      hint={text.lockedHint}
      checked={isLocked}
      onChange={(on) =>
        editor.groups.setLocked(
          on,
          parts.map(([id]) => id),
        )
      }
    />
  );
}

/** Everything about the selected parts, as numbers and choices. Several parts are changed together. */
export default function PropertiesPanel() {
  const parts = useSelectedParts();
  const edit = useEdit();
  const { session } = useBuilder();
  const placed = parts.filter(([, { kind }]) => kind !== "sky" && kind !== "group");
  if (placed.length === 0) return <BrushFields />;
  const blocks = parts.filter(([, { kind }]) => kind === "block");
  const hazards = partsWith(parts, "hazard");
  const turning = partsWith(parts, "yaw");
  const lockable = partsWith(parts, "locked");
  const name = selectionName(
    placed.map(([id]) => id),
    (id) => session.model.document.get(id),
  );
  return (
    <div className={styles.panel}>
      <h2 className={styles.heading}>
        <b>
          <bdi>{name}</bdi>
        </b>
        {placed.length > 1 && <span>{builderText.selection(placed.length)}</span>}
      </h2>
      <PlaceFields parts={placed} />
      {turning.length > 0 && <YawField parts={turning} />}
      {hazards.length > 0 && (
        <ChoiceField
          label={text.hazard}
          values={HAZARD_KINDS}
          labels={partText.hazards}
          value={sharedField<(typeof HAZARD_KINDS)[number]>(hazards, "hazard") ?? MIXED}
          onChange={(hazard) => edit(fieldEdit(hazards, "hazard", hazard))}
        />
      )}
      {blocks.length > 0 && <BlockFields blocks={blocks} />}
      {lockable.length > 0 && <LockField parts={lockable} />}
    </div>
  );
}
