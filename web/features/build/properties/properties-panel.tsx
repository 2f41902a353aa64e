import type { Edit } from "#domain/build/edit.ts";
import type { BlockShape } from "#domain/world/block.ts";
import { EFFECTS, HAZARD_KINDS } from "#domain/world/effects.ts";
import { type Material, SHAPES } from "#domain/world/materials.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { useBuilder, useDocumentVersion, useEditorState } from "../builder-context.ts";
import { selectionName } from "../part-names.ts";
import { partText } from "../text/builder.ts";
import { builderMenuText } from "../text/builder-menu.ts";
import { builderPropertiesText as text } from "../text/builder-properties.ts";
import { BlockColorField, BrushFields, MaterialField, MIXED, type Shared } from "./brush-fields.tsx";
import { NumberField, RANGES } from "./number-field.tsx";
import styles from "./properties.module.css";
import {
  axisEdit,
  fieldEdit,
  motionEdit,
  type PartEntry,
  partsWith,
  sharedAxis,
  sharedField,
} from "./shared-field.ts";
import { VectorFields } from "./vector-fields.tsx";

interface ChoiceFieldProps<T extends string> {
  label: string;
  values: readonly T[];
  labels: Readonly<Record<T, string>>;
  value: Shared<T>;
  onChange: (value: T) => void;
}

/** One of a few values; a dash where parts have different ones. */
function ChoiceField<T extends string>({ label, values, labels, value, onChange }: ChoiceFieldProps<T>) {
  const options = values.map((one): { value: T | ""; label: string } => ({ value: one, label: labels[one] }));
  return (
    <Select<T | "">
      label={label}
      options={value === MIXED ? [{ value: "", label: text.mixed, disabled: true }, ...options] : options}
      value={value === MIXED ? "" : value}
      onChange={(next) => next !== "" && onChange(next)}
    />
  );
}

/** Returns a function that makes an edit, or says why it can't be made. */
function useEdit(): (edit: Edit) => void {
  const { session } = useBuilder();
  return (edit) => {
    const problem = session.model.change(edit);
    if (problem !== null) toast(problem, { tone: "bad" });
  };
}

const NO_EFFECT = "none";
const EFFECT_LABELS = { [NO_EFFECT]: text.noEffect, ...text.effects } as const;
type EffectChoice = keyof typeof EFFECT_LABELS;
/** How a block moves when its motion is switched on. */
const FIRST_MOTION = { by: [0, 6, 0], seconds: 2 };

/** A value that all parts have in common, or the one that stands for an unset field. */
const orDefault = <T,>(value: Shared<T | undefined>, unset: T): Shared<T> =>
  value === MIXED ? MIXED : (value ?? unset);

function MotionFields({ blocks }: { blocks: readonly PartEntry[] }) {
  const { editor } = useBuilder();
  const edit = useEdit();
  const grid = useEditorState((state) => state.snap.grid);
  const isShown = useEditorState((state) => state.isMotionShown);
  const moving = blocks.flatMap(([, part]) => (part.kind === "block" && part.motion ? [part.motion] : []));
  const shared = (read: (motion: (typeof moving)[number]) => number): Shared<number> => {
    const [first = 0] = moving.map(read);
    return moving.every((motion) => read(motion) === first) ? first : MIXED;
  };
  return (
    <div className={styles.section}>
      <Switch
        label={text.motion}
        checked={moving.length > 0}
        onChange={(on) => edit(fieldEdit(blocks, "motion", on ? FIRST_MOTION : null))}
      />
      {moving.length > 0 && (
        <>
          <VectorFields
            label={text.motionBy}
            values={[0, 1, 2].map((axis) => shared(({ by }) => by[axis] ?? 0))}
            range={RANGES.by}
            step={grid}
            onChange={(axis, value) => edit(motionEdit(blocks, { axis, value }))}
          />
          <div className={styles.group}>
            <span className={styles.label}>{text.seconds}</span>
            <NumberField
              label={text.seconds}
              sign="s"
              value={shared(({ seconds }) => seconds)}
              range={RANGES.seconds}
              step={0.5}
              onChange={(seconds) => edit(motionEdit(blocks, { seconds }))}
            />
          </div>
          <Switch label={text.showMotion} checked={isShown} onChange={(on) => editor.setMotionShown(on)} />
        </>
      )}
    </div>
  );
}

function BlockFields({ blocks }: { blocks: readonly PartEntry[] }) {
  const edit = useEdit();
  const { editor } = useBuilder();
  const set = (field: string, value: unknown) => edit(fieldEdit(blocks, field, value));
  return (
    <>
      <ChoiceField
        label={text.shape}
        values={SHAPES}
        labels={partText.shapes}
        value={orDefault<BlockShape>(sharedField(blocks, "shape"), "box")}
        onChange={(shape) => set("shape", shape)}
      />
      <div className={styles.group}>
        <span className={styles.label}>{text.color}</span>
        <BlockColorField
          value={orDefault(sharedField<string>(blocks, "color"), "ffffff")}
          onChange={(color) => {
            editor.setBrush({ color });
            set("color", color);
          }}
        />
      </div>
      <div className={styles.group}>
        <span className={styles.label}>{text.material}</span>
        <MaterialField
          value={orDefault<Material>(sharedField(blocks, "material"), "plastic")}
          onChange={(material) => {
            editor.setBrush({ material });
            set("material", material === "plastic" ? null : material);
          }}
        />
      </div>
      <div data-builder-effect>
        <ChoiceField
          label={text.effect}
          values={[NO_EFFECT, ...EFFECTS]}
          labels={EFFECT_LABELS}
          value={orDefault<EffectChoice>(sharedField(blocks, "effect"), NO_EFFECT)}
          onChange={(effect) => set("effect", effect === NO_EFFECT ? null : effect)}
        />
      </div>
      <MotionFields blocks={blocks} />
    </>
  );
}

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
        editor.commands.setLocked(
          on,
          parts.map(([id]) => id),
        )
      }
    />
  );
}

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
        {placed.length > 1 && <span>{builderMenuText.selection(placed.length)}</span>}
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
