import { Vector3 } from "three";
import { type Edit, splitEdit } from "#domain/build/edit.ts";
import type { PartId } from "#domain/build/ids.ts";
import { BUILD_LIMITS } from "#domain/build/limits.ts";
import type { ClientOp } from "#domain/build/messages.ts";
import { isPlaced, type PlacedPart } from "#domain/build/part.ts";
import { fromWorld } from "#domain/build/world.ts";
import { WORLD_LIMITS } from "#domain/world/limits.ts";
import { BuildReplica } from "#web/features/build/model/build-replica.ts";
import { EditableScene } from "#web/game/edit/editable-scene.ts";
import { PartPicker } from "#web/game/edit/part-picker.ts";
import type { BenchReport } from "./report.ts";
import { formatFigure } from "./report.ts";
import { scatteredWorld } from "./scattered-world.ts";

const EXTENT = 1_000;
/** Editors round to thousandths. */
const round = (value: number) => Math.round(value * 1_000) / 1_000;
const MOMENT = {
  tick: 0,
  alpha: 0,
  focus: new Vector3(),
  stars: null,
  checkpoint: -1,
  crumbleAge: () => -1,
  seconds: 0,
};

/** Counts what it takes to select, move and take back everything in a level with as many blocks as a level can have. */
export function countLargeLevel(report: BenchReport): void {
  const blocks = WORLD_LIMITS.blocks;
  const parts = fromWorld(scatteredWorld(blocks, EXTENT));
  const replica = new BuildReplica({ seq: 0, parts });
  const { document } = replica;
  const scene = new EditableScene(document, { tier: "low", reducedMotion: true });
  const picker = new PartPicker(document);
  scene.update(MOMENT);
  const all = parts.flatMap(([id, part]): [PartId, PlacedPart][] => (isPlaced(part) ? [[id, part]] : []));
  const ids = new Set(all.map(([id]) => id));

  const drawn = countWrites(scene, () =>
    scene.setHighlight({ selected: ids, hovered: null, others: new Map() }),
  );
  const moved = new Map(
    all.map(([id, part]) => {
      const [x, y, z] = part.position;
      return [id, { position: [x + 4, y, z].map(round) }] as const;
    }),
  );
  const dragged = countWrites(scene, () => scene.setDrag(moved));
  const ops: ClientOp[] = [];
  let n = 0;
  const make = (edit: Edit) => {
    for (const one of splitEdit(edit, BUILD_LIMITS.partsPerOp)) {
      const op = { n: ++n, ...one };
      ops.push(op);
      scene.sync(replica.edit(op, one));
    }
  };
  const stored = countWrites(scene, () => {
    scene.setDrag(null);
    make({ set: [...moved].map(([id, fields]) => [id, fields]) });
  });
  const made = [...ops];
  const taken = countWrites(scene, () => {
    for (const { n: undo } of [...made].reverse()) {
      const op = { n: ++n, undo };
      ops.push(op);
      scene.sync(replica.edit(op, replica.expectedRevert(undo)));
    }
  });
  picker.sync(ids);
  const before = picker.looks;
  const rays = 200;
  for (let i = 0; i < rays; i++) {
    const [, part] = all[Math.floor((i / rays) * all.length)] as [PartId, PlacedPart];
    const [x, y, z] = part.position;
    picker.pick([x + 60, y + 90, z + 60], [-2, -3, -2]);
  }
  const length = ops.reduce((sum, op) => sum + JSON.stringify(op).length, 0);
  scene.dispose();
  const line = (label: string, figure: number, limit: number) =>
    report.atMost(`${formatFigure(blocks)} blocks: ${label}`, figure, limit);
  line("rewritten to select all", drawn, 0);
  line("rewritten per frame of a drag", dragged, all.length);
  line("rewritten to move all", stored, all.length);
  line("rewritten to undo it", taken, all.length);
  line("messages to move all and undo it", ops.length, 2 * Math.ceil(all.length / BUILD_LIMITS.partsPerOp));
  line("bytes of these messages, per block", length / all.length, 60);
  line("parts looked at to find what is under the pointer", (picker.looks - before) / rays, 20);
}

/** The blocks that a change writes for the graphics card by the next frame. */
function countWrites(scene: EditableScene, change: () => void): number {
  const { counts } = scene as { counts: { writes?: number } };
  const before = counts.writes ?? 0;
  change();
  scene.update(MOMENT);
  const { counts: after } = scene as { counts: { writes?: number } };
  return (after.writes ?? Number.NaN) - before;
}
