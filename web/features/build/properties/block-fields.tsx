import { type BlockShape, EFFECTS } from "#domain/world/block.ts";
import { type Material, SHAPES } from "#domain/world/materials.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { useBuilder, useEditorState } from "../builder-context.ts";
import { partText } from "../text/builder.ts";
import { builderPropertiesText as text } from "../text/builder-properties.ts";
import { BlockColorField } from "./block-color-field.tsx";
import { ChoiceField } from "./choice-field.tsx";
import { MaterialField } from "./material-field.tsx";
import { NumberField } from "./number-field.tsx";
import { RANGES } from "./parse-field.ts";
import styles from "./properties.module.css";
import { fieldEdit, MIXED, motionEdit, type PartEntry, type Shared, sharedField } from "./shared-field.ts";
import { useEdit } from "./use-edit.ts";
import { VectorFields } from "./vector-fields.tsx";

const NO_EFFECT = "none";
const EFFECT_LABELS = { [NO_EFFECT]: text.noEffect, ...text.effects } as const;
type EffectChoice = keyof typeof EFFECT_LABELS;
/** How a block moves when its motion is switched on. */
const FIRST_MOTION = { by: [0, 6, 0], seconds: 2 };

/** A value that all parts have in common, or the one that stands for an unset field. */
const orDefault = <T,>(value: Shared<T | undefined>, unset: T): Shared<T> =>
  value === MIXED ? MIXED : (value ?? unset);

/** The way that blocks move back and forth. */
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

/** Shape, color, material, effect and motion of blocks. */
export function BlockFields({ blocks }: { blocks: readonly PartEntry[] }) {
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
